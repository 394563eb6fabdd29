import { createRegistry, defineCapability } from '@sovereign/capabilities';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findCapabilities,
  findCapability,
  readExactReference,
  readReference,
} from '../src/reference.js';
import { Stop } from '../src/stop.js';

const capability = (version: number) =>
  defineCapability({
    name: 'notes.read',
    version,
    summary: 'Reads a note.',
    args: { type: 'object', properties: {} },
    result: { type: 'object', properties: {} },
    sideEffect: 'read_only',
    network: 'local',
    bounds: { timeoutMs: 1, maxResultBytes: 1, maxPerTurn: 1 },
    perform: () => ({}),
  });

describe('readReference', () => {
  it('reads a name, with or without a version', () => {
    expect(readReference('notes.read')).toEqual({ name: 'notes.read' });
    expect(readReference('notes.read@12')).toEqual({ name: 'notes.read', version: 12 });
  });

  it.each(['', '@1', 'a@', 'a@0', 'a@01', 'a@1.5', 'a@x', 'a@1@2', 'a@-1', `a@${'9'.repeat(16)}`])(
    'refuses %j',
    (typed) => {
      expect(() => readReference(typed)).toThrow(Stop);
    },
  );
});

describe('readExactReference', () => {
  it('assumes no version', () => {
    expect(() => readExactReference('notes.read')).toThrow('has no version');
    expect(readExactReference('notes.read@2')).toEqual({ name: 'notes.read', version: 2 });
  });
});

describe('findCapabilities', () => {
  const registry = createRegistry([capability(1), capability(3)]);

  it('finds every version of a name, or exactly one', () => {
    const found = (reference: Parameters<typeof findCapabilities>[1]) =>
      findCapabilities(registry, reference).map(({ id }) => id);
    expect(found({ name: 'notes.read' })).toEqual(['notes.read@1', 'notes.read@3']);
    expect(found({ name: 'notes.read', version: 3 })).toEqual(['notes.read@3']);
    expect(() => found({ name: 'notes.read', version: 2 })).toThrow(Stop);
  });

  it('finds exactly one by name and version', () => {
    expect(findCapability(registry, { name: 'notes.read', version: 3 }).id).toBe('notes.read@3');
    expect(() => findCapability(registry, { name: 'notes.read', version: 2 })).toThrow(Stop);
  });

  it('S1-056 for every name: it is found exactly, or not at all, and nothing alike is offered', () => {
    const alike = fc
      .tuple(fc.nat(9), fc.constantFrom('', 'e', '.', 'R', ' '))
      .map(([at, put]) => 'notes.read'.slice(0, at) + put + 'notes.read'.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(alike, fc.string()), (name) => {
        fc.pre(name !== 'notes.read');
        try {
          findCapabilities(registry, { name });
          return false;
        } catch (thrown) {
          return (
            thrown instanceof Stop &&
            thrown.exit === 'unresolved' &&
            !thrown.message.includes('notes.read')
          );
        }
      }),
    );
  });
});
