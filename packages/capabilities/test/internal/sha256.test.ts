import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';

/** The module as it comes up now, whatever it found before. */
const sha256 = () => {
  vi.resetModules();
  return import('../../src/internal/sha256.js');
};

const getBuiltinModule = Object.getOwnPropertyDescriptor(process, 'getBuiltinModule');

afterEach(() => {
  if (getBuiltinModule !== undefined)
    Object.defineProperty(process, 'getBuiltinModule', getBuiltinModule);
});

const texts = ['', 'abc', 'é😀', '\ud800', 'a\udc00b', 'a'.repeat(100_000)];

describe('sha256Hex', () => {
  it('gives the published digest', async () => {
    const { sha256Hex } = await sha256();
    expect(sha256Hex('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('hashes as Node does where Node is there', async () => {
    const { sha256Hex } = await sha256();
    for (const text of texts)
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it.each([
    ['there is no Node', undefined],
    ['Node has no one-shot hash', () => ({})],
    ['Node has no such module', () => undefined],
  ])('hashes the same where %s', async (_, value) => {
    const asked: unknown[] = [];
    const instead = value && ((name: string) => (asked.push(name), value()));
    Object.defineProperty(process, 'getBuiltinModule', {
      value: instead,
      configurable: true,
      writable: true,
    });
    const { sha256Hex } = await sha256();
    for (const text of texts)
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
    expect(asked).toEqual(value === undefined ? [] : ['node:crypto']);
  });
});
