import { describe, expect, it } from 'vitest';
import { defineCapability } from '../../src/contract/capability.js';
import { toWire, WIRE_NAMES } from '../../src/contract/wire.js';
import { WRITTEN } from './contracts.js';

describe('WIRE_NAMES', () => {
  it('writes each name once, in snake_case', () => {
    const names = Object.values(WIRE_NAMES);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z]+(?:_[a-z]+)*$/.test(name))).toEqual([]);
    for (const [field, name] of Object.entries(WIRE_NAMES))
      expect(name).toBe(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    expect(Object.isFrozen(WIRE_NAMES)).toBe(true);
  });
});

describe('toWire', () => {
  const capability = defineCapability({
    ...WRITTEN,
    cost: 2,
    undo: 'Nothing to undo.',
    targetKind: 'path',
    target: ({ path }) => path,
  });
  const { args, result } = capability;

  it('has a name for every field that a capability has', () => {
    const apart = ['id', 'args', 'result', 'digest'];
    const fields = Object.keys(capability).filter((field) => !apart.includes(field));
    expect(Object.keys(WIRE_NAMES).sort()).toEqual(fields.sort());
  });

  it('writes bounds in snake_case too', () => {
    expect(toWire(capability, args.json, result.json)['bounds']).toEqual({
      timeout_ms: 1_000,
      max_result_bytes: 1_024,
      max_per_turn: 3,
    });
  });

  it('leaves out what was not stated, and writes what was', () => {
    const bare = defineCapability(WRITTEN);
    const wire = toWire(bare, bare.args.json, bare.result.json);
    const full = toWire(capability, args.json, result.json);
    expect(Object.keys(full).filter((key) => !Object.hasOwn(wire, key))).toEqual([
      'target_kind',
      'cost',
      'undo',
    ]);
    expect([full['target_kind'], full['cost'], full['undo']]).toEqual([
      'path',
      2,
      'Nothing to undo.',
    ]);
    expect(Object.values(wire)).not.toContain(undefined);
  });
});
