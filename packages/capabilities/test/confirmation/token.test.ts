import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/confirmation/fingerprint.js';
import { drawToken, tokenHash } from '../../src/confirmation/token.js';
import { sha256Hex } from '../../src/internal/sha256.js';
import { REQUEST } from './pendings.js';

const TOKEN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN_-0';

describe('drawToken', () => {
  it('draws 32 bytes as 43 characters of base64url', () => {
    for (let draw = 0; draw < 1_000; draw += 1) {
      const token = drawToken();
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      expect(Buffer.from(token, 'base64url').toString('base64url')).toBe(token);
    }
  });

  it('draws none twice, and each bit as often set as not', () => {
    const draws = 10_000;
    const set = Array.from({ length: 256 }, () => 0);
    const tokens = new Set<string>();
    for (let draw = 0; draw < draws; draw += 1) {
      const token = drawToken();
      tokens.add(token);
      Buffer.from(token, 'base64url').forEach((byte, at) => {
        for (let bit = 0; bit < 8; bit += 1)
          set[at * 8 + bit] = (set[at * 8 + bit] ?? 0) + ((byte >> bit) & 1);
      });
    }
    expect(tokens.size).toBe(draws);
    // Half of 10,000 draws, give or take eight standard deviations.
    expect(Math.max(...set.map((count) => Math.abs(count - draws / 2)))).toBeLessThan(400);
  });

  it('takes its chance from the platform’s generator, all of it', () => {
    const { getRandomValues } = crypto;
    const fixed: typeof getRandomValues = (bytes) => {
      (bytes as unknown as Uint8Array).fill(0xfb);
      return bytes;
    };
    Object.defineProperty(crypto, 'getRandomValues', { value: fixed, configurable: true });
    try {
      expect(drawToken()).toBe(Buffer.alloc(32, 0xfb).toString('base64url'));
    } finally {
      Reflect.deleteProperty(crypto, 'getRandomValues');
    }
    expect(crypto.getRandomValues).toBe(getRandomValues);
  });
});

describe('tokenHash', () => {
  it('is SHA-256 under a domain of its own', () => {
    const hash = createHash('sha256').update(`sovereign/token/1\n${TOKEN}`).digest('hex');
    expect(tokenHash(TOKEN)).toBe(hash);
    expect(tokenHash(TOKEN)).not.toBe(sha256Hex(TOKEN));
    expect(tokenHash(TOKEN)).not.toBe(fingerprint({ ...REQUEST, args: TOKEN }));
  });

  it('A03 is the same for a token that went through JSON, storage and a page', () => {
    for (let draw = 0; draw < 200; draw += 1) {
      const token = drawToken();
      const travelled = [
        JSON.parse(JSON.stringify({ token })).token as unknown,
        structuredClone(token),
        Buffer.from(token, 'utf8').toString('utf8'),
        decodeURIComponent(encodeURIComponent(token)),
        new URLSearchParams(new URLSearchParams({ token }).toString()).get('token'),
        token.normalize('NFKC').trim(),
      ];
      expect(travelled.map(tokenHash)).toEqual(travelled.map(() => tokenHash(token)));
    }
  });

  it('every character of a token matters', () => {
    const hashes = Array.from(TOKEN, (character, at) =>
      tokenHash(TOKEN.slice(0, at) + (character === 'x' ? 'y' : 'x') + TOKEN.slice(at + 1)),
    );
    expect(new Set([tokenHash(TOKEN), ...hashes]).size).toBe(44);
    expect(hashes).not.toContain(undefined);
  });

  const NONE: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['null', null],
    ['true', true],
    ['a number', 1],
    ['an empty text', ''],
    ['a token without its last character', TOKEN.slice(0, -1)],
    ['a token and one more', `${TOKEN}A`],
    ['a token with a line', `${TOKEN}\n`],
    ['a token after a line', `\n${TOKEN}`],
    ['a token with a space', ` ${TOKEN.slice(1)}`],
    ['a token with padding', `${TOKEN.slice(1)}=`],
    ['base64 that is not base64url', `${TOKEN.slice(2)}+/`],
    ['a look-alike of a token', `а${TOKEN.slice(1)}`],
    ['a token in a list', [TOKEN]],
    ['an object that reads like one', { toString: () => TOKEN }],
    ['a token in an object', Object(TOKEN)],
    ['the hash of a token', tokenHash(TOKEN)],
  ];
  it.each(NONE)('has none for %s', (_, value) => {
    expect(tokenHash(value)).toBe(undefined);
  });
});
