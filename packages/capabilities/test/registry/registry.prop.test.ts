import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { defineCapability } from '../../src/contract/capability.js';
import { createRegistry } from '../../src/registry/registry.js';
import { written } from '../contract/contracts.js';

const NAMES = ['host.disk.usage', 'host.disk', 'web.fetch', 'web.search', 'pihole.query_log'];
const capabilities = NAMES.flatMap((name) =>
  [1, 2, 7].map((version) => defineCapability(written({ name, version }))),
);

const name = fc.constantFrom(...NAMES);
const version = fc.constantFrom(1, 2, 7);

/** A name one change away: a character more, less, other, or two in another order. */
const near = fc
  .tuple(name, fc.nat(20), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), fc.nat(3))
  .map(([of, place, character, kind]) => {
    const at = place % (of.length + 1);
    if (kind === 0) return of.slice(0, at) + character + of.slice(at);
    if (kind === 1) return of.slice(0, at) + of.slice(at + 1);
    if (kind === 2) return of.slice(0, at) + character + of.slice(at + 1);
    return (
      of.slice(0, at) +
      of
        .slice(at, at + 2)
        .split('')
        .reverse()
        .join('') +
      of.slice(at + 2)
    );
  })
  .filter((other) => !NAMES.includes(other));

describe('createRegistry', () => {
  test.prop([
    fc.shuffledSubarray(capabilities),
    name,
    fc.oneof(version, fc.integer(), fc.double()),
  ])(
    'S1-053 S1-054 for every registry: it finds what is there by exact name and version, and nothing else',
    (some, of, any) => {
      const there = some.find((one) => one.name === of && one.version === any);
      expect(createRegistry(some).find(of, any)).toBe(there);
    },
  );

  test.prop([near, version])(
    'S1-056 for every name one change away: it never resolves',
    (other, of) => {
      expect(createRegistry(capabilities).find(other, of)).toBe(undefined);
    },
  );

  test.prop([fc.anything(), fc.anything()])(
    'for every name and version of any kind: finding throws nothing',
    (any, other) => {
      const { find } = createRegistry(capabilities);
      const found = (find as (one: unknown, two: unknown) => unknown)(any, other);
      expect(found === undefined || NAMES.includes(String(any))).toBe(true);
    },
  );

  test.prop([fc.shuffledSubarray(capabilities)])(
    'for every registry: it lists all, in the order given, whatever the order',
    (some) => {
      const registry = createRegistry(some);
      const ids = some.map(({ id }) => id);
      expect(registry.capabilities.map(({ id }) => id)).toEqual(ids);
      const named = some.map(({ name: of, version: which }) => ({ name: of, version: which }));
      expect(registry.describe()).toMatchObject(named);
      expect(registry.catalogue().map((one) => `${one.name}@${one.version}`)).toEqual(ids);
    },
  );
});
