import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/confirmation/fingerprint.js';
import type { StoredRequest } from '../../src/confirmation/pending.js';
import { REQUEST } from './pendings.js';

describe('fingerprint', () => {
  it('is SHA-256 of the canonical request, under a domain of its own', () => {
    const { principal, occasion, capability, version, contractDigest, target } = REQUEST;
    const text = JSON.stringify([
      principal,
      occasion,
      capability,
      version,
      contractDigest,
      target,
      { path: '/etc' },
    ]);
    const hash = createHash('sha256').update(`sovereign/fingerprint/1\n${text}`).digest('hex');
    expect(fingerprint(REQUEST)).toBe(hash);
  });

  const { occasion: _, ...occasionless } = REQUEST;
  const { target: __, ...targetless } = REQUEST;
  const CHANGED: readonly (readonly [string, StoredRequest])[] = [
    ['another principal', { ...REQUEST, principal: 'person:bob' }],
    ['another kind of principal', { ...REQUEST, principal: 'mind:ada' }],
    ['another turn', { ...REQUEST, occasion: 'turn:2' }],
    ['a step', { ...REQUEST, occasion: 'step:a/1/b' }],
    ['no occasion', occasionless],
    ['another capability', { ...REQUEST, capability: 'fixture.looks' }],
    ['another version', { ...REQUEST, version: 2 }],
    ['another contract of the same name', { ...REQUEST, contractDigest: '0'.repeat(64) }],
    ['another target', { ...REQUEST, target: '/etc/' }],
    ['no target', targetless],
    ['other arguments', { ...REQUEST, args: { path: '/etc/' } }],
    ['an argument more', { ...REQUEST, args: { path: '/etc', more: null } }],
    ['an argument of another type', { ...REQUEST, args: { path: ['/etc'] } }],
    ['arguments in another normal form', { ...REQUEST, args: { path: '/e\u0301tc' } }],
  ];
  it.each(CHANGED)('A11 changes with %s', (_name, changed) => {
    expect(fingerprint(changed)).not.toBe(fingerprint(REQUEST));
  });

  it('tells an absent occasion or target from one that says so', () => {
    const texts = ['null', '', 'none', 'undefined'];
    const requests = [
      occasionless,
      targetless,
      ...texts.map((target) => ({ ...REQUEST, target })),
      // What no caller can have, a store still could.
      ...texts.map((occasion) => ({ ...REQUEST, occasion }) as StoredRequest),
    ];
    const hashes = requests.map(fingerprint);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('looks at nothing else', () => {
    const more = { ...REQUEST, approved: true, state: 'approved' };
    expect(fingerprint(more)).toBe(fingerprint(REQUEST));
  });
});
