import { fc, test } from '@fast-check/vitest';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { defineCapability, describeCapability } from '../../src/contract/capability.js';
import {
  CONFIRMATION,
  derivedRuling,
  STRICTNESS,
  type Network,
  type SideEffect,
} from '../../src/contract/classification.js';
import { WIRE_NAMES } from '../../src/contract/wire.js';
import { WRITTEN, written } from './contracts.js';

type Changes = Readonly<Record<string, unknown>>;

const sideEffect = fc.constantFrom<SideEffect>('read_only', 'mutating');
const network = fc.constantFrom<Network>('local', 'external');
const words = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/), { maxLength: 3 });
const sentence = fc.string({ minLength: 1, maxLength: 20 });
const schema = fc.constantFrom(
  Type.Object({ path: Type.String() }),
  Type.Object({ path: Type.String({ maxLength: 4_095 }) }),
  Type.Object({ path: Type.Optional(Type.String()) }),
  Type.Object({ path: Type.String() }, { additionalProperties: true }),
);
const absent = fc.constant(undefined);

/** Contracts that differ in anything that a contract may differ in. */
const changes: fc.Arbitrary<Changes> = fc
  .record({
    name: fc.constantFrom('fixture.look', 'fixture.touch', 'a.b'),
    version: fc.integer({ min: 1, max: 3 }),
    summary: sentence,
    args: schema,
    result: schema,
    sideEffect,
    network,
    files: fc.option(fc.uniqueArray(fc.constantFrom('/var', '/etc', '/a/*/b'), { minLength: 1 }), {
      nil: undefined,
    }),
    bounds: fc.record({
      timeoutMs: fc.integer({ min: 1, max: 3 }),
      maxResultBytes: fc.integer({ min: 1, max: 3 }),
      maxPerTurn: fc.integer({ min: 1, max: 3 }),
    }),
    effects: fc.oneof(absent, fc.uniqueArray(sentence, { maxLength: 2 })),
    refusals: fc.oneof(absent, words),
    failures: fc.oneof(absent, words),
    idempotent: fc.constantFrom(undefined, true, false),
    cost: fc.constantFrom(undefined, 0, 1, 1.5),
    trust: fc.constantFrom(undefined, 'tool', 'low'),
    stricterBy: fc.nat(2),
    locked: fc.constantFrom(undefined, true, false),
    targetKind: fc.constantFrom(undefined, 'path', 'host', 'name'),
    undo: fc.oneof(absent, sentence),
  })
  .map(({ files, stricterBy, ...stated }) => {
    const derived = STRICTNESS[derivedRuling(stated.sideEffect, stated.network)];
    return {
      ...stated,
      defaultRuling: (['allow', 'ask', 'deny'] as const)[Math.min(2, derived + stricterBy)],
      target: stated.targetKind && (() => 'a'),
      powers: files && ['file', 'log'],
      roots: files,
    };
  });

const said = (stated: Changes): string => {
  const { digest: _, ...description } = describeCapability(defineCapability(written(stated)));
  return JSON.stringify(description);
};
const digestOf = (stated: Changes): string => defineCapability(written(stated)).digest;

/** For each field two things it can say, both of which fit the rest. */
const EXTERNAL: Changes = { network: 'external' };
const ALTERNATIVES: Readonly<Record<string, readonly [Changes, Changes]>> = {
  name: [{ name: 'fixture.look' }, { name: 'fixture.look2' }],
  version: [{ version: 1 }, { version: 2 }],
  summary: [{ summary: 'Looks.' }, { summary: 'Looks!' }],
  args: [{ args: Type.Object({}) }, { args: Type.Object({ a: Type.Optional(Type.Null()) }) }],
  result: [{ result: Type.Object({}) }, { result: Type.Null() }],
  sideEffect: [EXTERNAL, { ...EXTERNAL, sideEffect: 'mutating' }],
  network: [{ sideEffect: 'mutating' }, { sideEffect: 'mutating', network: 'external' }],
  confirmation: [{ defaultRuling: 'ask' }, { defaultRuling: 'ask', network: 'external' }],
  defaultRuling: [{}, { defaultRuling: 'ask' }],
  locked: [{}, { locked: true }],
  bounds: [{}, { bounds: { ...WRITTEN.bounds, maxPerTurn: 4 } }],
  powers: [{}, { powers: ['clock'] }],
  origins: [
    { powers: ['origin'], origins: ['a'] },
    { powers: ['origin'], origins: ['b'] },
  ],
  secrets: [
    { powers: ['secret'], secrets: ['a'] },
    { powers: ['secret'], secrets: ['a', 'b'] },
  ],
  settings: [
    { powers: ['settings'], settings: ['a'] },
    { powers: ['settings'], settings: ['b'] },
  ],
  programs: [
    { powers: ['command'], programs: ['a'] },
    { powers: ['command'], programs: ['b'] },
  ],
  roots: [
    { powers: ['file'], roots: ['/a'] },
    { powers: ['file'], roots: ['/b'] },
  ],
  effects: [{}, { effects: ['Looks.'] }],
  refusals: [{}, { refusals: ['not_now'] }],
  failures: [{}, { failures: ['gone'] }],
  targetKind: [
    { target: () => 'a', targetKind: 'path' },
    { target: () => 'a', targetKind: 'name' },
  ],
  idempotent: [{}, { idempotent: true }],
  cost: [{}, { cost: 0 }],
  trust: [{}, { trust: 'low' }],
  undo: [{}, { undo: 'Nothing.' }],
};

describe('defineCapability', () => {
  test.prop([changes])(
    'S1-013 for every contract: its confirmation is what the table says of its axes, whatever else it says',
    (stated) => {
      const { confirmation, sideEffect: one, network: other } = defineCapability(written(stated));
      expect(confirmation).toBe(CONFIRMATION[one][other]);
      expect(confirmation === 'automatic').toBe(one === 'read_only' && other === 'local');
    },
  );

  test.prop([changes])(
    'S3-141 for every contract: its default ruling is never looser than the derived one',
    (stated) => {
      const { defaultRuling, sideEffect: one, network: other } = defineCapability(written(stated));
      expect(STRICTNESS[defaultRuling]).toBeGreaterThanOrEqual(
        STRICTNESS[derivedRuling(one, other)],
      );
    },
  );

  test.prop([changes, changes])(
    'for every two contracts: the same digest exactly when they say the same',
    (one, other) => {
      expect(digestOf(one) === digestOf(other)).toBe(said(one) === said(other));
    },
  );

  test.prop([changes, fc.nat()])(
    'for every contract: neither the order of its fields nor its functions change the digest',
    (stated, cut) => {
      const entries = Object.entries({ ...WRITTEN, ...stated });
      const at = cut % entries.length;
      const turned = Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)].reverse());
      expect(
        digestOf({ ...turned, effect: () => 'Another.', perform: () => ({ found: false }) }),
      ).toBe(digestOf(stated));
    },
  );

  it.each(Object.entries(ALTERNATIVES))('the digest covers `%s`', (field, [one, other]) => {
    expect(digestOf(one)).not.toBe(digestOf(other));
    expect(said(one)).not.toBe(said(other));
    expect(field).toMatch(/^[a-zA-Z]+$/);
  });

  it('the digest covers every field there is', () => {
    expect(Object.keys(ALTERNATIVES).sort()).toEqual(
      [...Object.keys(WIRE_NAMES), 'args', 'result'].sort(),
    );
  });
});
