import { Type as Type34 } from '@sinclair/typebox';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import {
  defineCapability,
  describeCapability,
  innerOf,
  type Capability,
} from '../../src/contract/capability.js';
import { CONFIRMATION, type Network, type SideEffect } from '../../src/contract/classification.js';
import { createRegistry } from '../../src/registry/registry.js';
import { fixtureHost } from '../../src/testing/fixture-host.js';
import { faultOf, WRITTEN, written } from './contracts.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What can be reached from a value by its properties, itself included. */
const reachable = (value: unknown): unknown[] =>
  isObject(value)
    ? [value, ...Reflect.ownKeys(value).flatMap((key) => reachable(Reflect.get(value, key)))]
    : [value];

const PAIRS: readonly (readonly [SideEffect, Network])[] = [
  ['read_only', 'local'],
  ['read_only', 'external'],
  ['mutating', 'local'],
  ['mutating', 'external'],
];

describe('defineCapability', () => {
  it('S1-001 S3-141 carries everything that was stated, and what follows from it', () => {
    const capability = defineCapability({
      ...WRITTEN,
      version: 2,
      network: 'external',
      powers: ['web', 'origin', 'secret', 'settings', 'command', 'file', 'clock', 'log'],
      origins: ['search'],
      secrets: ['search_key'],
      settings: ['search'],
      programs: ['ping'],
      roots: ['/var/log'],
      effects: ['Asks a search engine.'],
      effect: ({ path }) => `Looks at ${path}.`,
      target: ({ path }) => path,
      targetKind: 'path',
      admit: () => undefined,
      refusals: ['not_now'],
      failures: ['auth_failed'],
      idempotent: true,
      cost: 2.5,
      trust: 'low',
      defaultRuling: 'deny',
      undo: 'There is nothing to undo.',
    });
    const { args, result, digest, ...declared } = capability;
    expect(declared).toEqual({
      id: 'fixture.look@2',
      name: 'fixture.look',
      version: 2,
      summary: 'Looks at one thing.',
      sideEffect: 'read_only',
      network: 'external',
      confirmation: 'required',
      defaultRuling: 'deny',
      locked: false,
      bounds: { timeoutMs: 1_000, maxResultBytes: 1_024, maxPerTurn: 3 },
      powers: ['web', 'origin', 'secret', 'settings', 'command', 'file', 'clock', 'log'],
      origins: ['search'],
      secrets: ['search_key'],
      settings: ['search'],
      programs: ['ping'],
      roots: ['/var/log'],
      effects: ['Asks a search engine.'],
      refusals: ['not_now'],
      failures: ['auth_failed'],
      targetKind: 'path',
      idempotent: true,
      cost: 2.5,
      trust: 'low',
      undo: 'There is nothing to undo.',
    });
    expect([
      args.check({ path: '/' }),
      args.check({}),
      result.check({ found: true }),
      result.check(1),
    ]).toEqual([true, false, true, false]);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('S3-132 S3-133 S3-135 S3-136 takes what was not stated for the stricter: nothing lent, not idempotent, no cost known', () => {
    const bare = defineCapability(WRITTEN);
    for (const list of [
      'powers',
      'origins',
      'secrets',
      'settings',
      'programs',
      'roots',
      'effects',
      'refusals',
      'failures',
    ] as const)
      expect(bare[list], list).toEqual([]);
    expect(bare.idempotent).toBe(false);
    expect(bare.locked).toBe(false);
    expect(bare.cost).toBe(undefined);
    expect(bare.undo).toBe(undefined);
    expect(bare.targetKind).toBe(undefined);
    expect(bare.trust).toBe('tool');
  });

  it.each(PAIRS)(
    'S1-012 S1-013 takes %s and %s, keeps them apart, and derives the rest',
    (sideEffect, network) => {
      const capability = defineCapability(written({ sideEffect, network }));
      expect([capability.sideEffect, capability.network]).toEqual([sideEffect, network]);
      expect(capability.confirmation).toBe(CONFIRMATION[sideEffect][network]);
      expect(capability.defaultRuling).toBe(
        capability.confirmation === 'automatic' ? 'allow' : 'ask',
      );
      expect(capability.locked).toBe(false);
    },
  );

  it.each(['automatic', 'required'])(
    'S1-014 refuses a contract that says `confirmation: %s`',
    (confirmation) => {
      expect(
        faultOf(() => defineCapability(written({ sideEffect: 'mutating', confirmation }))),
      ).toBe(
        'ContractError: `fixture.look`: has a key `confirmation`: it is derived from `sideEffect` and `network`, remove the key',
      );
    },
  );

  it('a stricter default ruling changes nothing about confirmation', () => {
    const ruled = defineCapability({ ...WRITTEN, defaultRuling: 'deny' });
    expect([ruled.defaultRuling, ruled.confirmation]).toEqual(['deny', 'automatic']);
  });

  it.each([
    ['no object', Type.String({ maxLength: 9 })],
    ['a list', Type.Array(Type.String())],
    ['no type at all', {}],
    ['true', true],
    ['null', null],
    ['a text', '{"type":"object"}'],
  ])('S1-005 refuses arguments whose schema says %s', (_, args) => {
    expect(faultOf(() => defineCapability(written({ args })))).toMatch(
      /^ContractError: `fixture\.look`: /,
    );
  });

  it('S1-005 takes a schema of either TypeBox generation, and plain JSON Schema', () => {
    const plain = {
      type: 'object',
      properties: { path: { type: 'string', maxLength: 9 } },
      required: ['path'],
    } as const;
    const schemas = [
      Type.Object({ path: Type.String({ maxLength: 9 }) }),
      Type34.Object({ path: Type34.String({ maxLength: 9 }) }),
      plain,
    ];
    const accepted = schemas.map((args) => defineCapability(written({ args })).args);
    for (const args of accepted) {
      expect(args.json['additionalProperties']).toBe(false);
      expect(args.check({ path: 'a' })).toBe(true);
      expect([args.check({ path: 'a', more: 1 }), args.check({}), args.check({ path: 1 })]).toEqual(
        [false, false, false],
      );
    }
  });

  it('S1-006 refuses a missing result schema, and one that cannot be checked', () => {
    expect(faultOf(() => defineCapability(written({ result: undefined })))).toMatch(
      /`result` is missing/,
    );
    expect(faultOf(() => defineCapability(written({ result: { type: 'date' } })))).toMatch(
      /^ContractError/,
    );
  });

  it.each([
    ['a reference that leads nowhere', { $ref: '#/$defs/missing' }],
    ['a pattern that cannot be read', { type: 'string', maxLength: 9, pattern: '(' }],
    ['a format nobody checks', { type: 'string', format: 'no-such-format' }],
    ['a keyword nobody knows', { type: 'string', maxLenght: 9 }],
  ])('S1-020 refuses %s while the program starts', (_, path) => {
    const args = { type: 'object', properties: { path }, additionalProperties: false };
    expect(faultOf(() => defineCapability(written({ args })))).toMatch(
      /^ContractError: `fixture\.look`: .*args/s,
    );
  });

  it.each([undefined, null, 1, 'contract', [], () => WRITTEN])(
    'refuses %s for a contract, as a mistake in the program',
    (contract) => {
      expect(faultOf(() => defineCapability(contract as never))).toMatch(
        /^ContractError: `contract`: /,
      );
    },
  );

  it('calls a contract by its name only where that can be one', () => {
    expect(faultOf(() => defineCapability(written({ name: 'a b' })))).toMatch(
      /^ContractError: `contract`: /,
    );
    expect(faultOf(() => defineCapability(written({ name: 'Ada' })))).toMatch(
      /^ContractError: `Ada`: /,
    );
  });

  it('S1-004 is frozen through and through: the old version is never edited', () => {
    const capability = defineCapability({ ...WRITTEN, effects: ['Looks.'], failures: ['gone'] });
    const parts = reachable(capability).filter(isObject);
    expect(parts.length).toBeGreaterThan(15);
    expect(parts.filter((part) => !Object.isFrozen(part))).toEqual([]);
    expect(() => Object.assign(capability, { confirmation: 'automatic' })).toThrow(TypeError);
    expect(() => Object.assign(capability.bounds, { maxPerTurn: 9 })).toThrow(TypeError);
    expect(() => (capability.effects as string[]).push('More.')).toThrow(TypeError);
  });

  it('keeps nothing of what its author can still change', () => {
    const bounds = { timeoutMs: 1_000, maxResultBytes: 1_024, maxPerTurn: 3 };
    const args = { type: 'object', properties: { path: { type: 'string', maxLength: 9 } } };
    const failures = ['gone'];
    const handler = new URL('file:///srv/look.handler.js');
    const contract = { ...WRITTEN, perform: undefined, bounds, args, failures, handler };
    const capability = defineCapability(written(contract));
    bounds.maxPerTurn = 1_000_000;
    Object.assign(args.properties, { shell: { type: 'string' } });
    failures.push('root_password_is_swordfish');
    handler.href = 'file:///tmp/evil.js';
    expect(capability.bounds.maxPerTurn).toBe(3);
    expect(capability.args.check({ shell: 'a' })).toBe(false);
    expect(capability.failures).toEqual(['gone']);
    expect(innerOf(capability)?.handler?.href).toBe('file:///srv/look.handler.js');
  });

  it('reads a contract once: a getter that answers differently is held to its first answer', () => {
    const networks = ['external', 'local'];
    const powers = ['clock', 'web'];
    const limits = [1_000, Number.POSITIVE_INFINITY];
    const capability = defineCapability({
      ...WRITTEN,
      get network() {
        return networks.shift() as 'external';
      },
      powers: Object.defineProperty(['log', 'clock'], 1, {
        get: () => powers.shift(),
      }) as 'clock'[],
      bounds: {
        ...WRITTEN.bounds,
        get timeoutMs() {
          return limits.shift() ?? 0;
        },
      },
    });
    expect([capability.network, capability.confirmation]).toEqual(['external', 'required']);
    expect(capability.powers).toEqual(['log', 'clock']);
    expect(capability.bounds.timeoutMs).toBe(1_000);
  });

  it('S1-018 takes no bound from a prototype', () => {
    const bounds: unknown = Object.create(WRITTEN.bounds);
    expect(faultOf(() => defineCapability(written({ bounds })))).toMatch(
      /`bounds\.timeoutMs` is missing: there is no default/,
    );
  });

  it('takes no field from a prototype', () => {
    const contract: unknown = Object.create(WRITTEN);
    expect(faultOf(() => defineCapability(contract as never))).toMatch(/^ContractError/);
  });

  it('bar-20: says the same when `Object.prototype` was given fields', () => {
    const before = defineCapability(WRITTEN).digest;
    const fields = {
      locked: true,
      defaultRuling: 'deny',
      trust: 'low',
      idempotent: true,
      cost: 9,
      powers: ['web'],
      undo: 'a',
    };
    const prototype = Object.prototype as Record<string, unknown>;
    Object.assign(prototype, fields);
    let digest: string | undefined;
    try {
      ({ digest } = defineCapability(WRITTEN));
    } finally {
      for (const key of Object.keys(fields)) delete prototype[key];
    }
    expect(digest).toBe(before);
  });
});

describe('innerOf', () => {
  const perform = () => ({ found: true });
  const capability = defineCapability({ ...WRITTEN, perform });

  it('S1-051 finds the work of what was defined here, which cannot be reached from the capability itself', () => {
    expect(innerOf(capability)?.perform).toBe(perform);
    expect(Object.isFrozen(innerOf(capability))).toBe(true);
    const callables = reachable(capability).filter((part) => typeof part === 'function');
    expect(callables).not.toContain(perform);
    expect(new Set(callables)).toEqual(
      new Set(
        [capability.args, capability.result].flatMap(({ check, violations }) => [
          check,
          violations,
        ]),
      ),
    );
  });

  it.each([
    ['a spread copy', { ...capability }],
    ['an heir', Object.create(capability) as Capability],
    ['what somebody wrote by hand', { name: 'fixture.look', version: 1 } as Capability],
  ])('S1-021 finds nothing in %s', (_, copy) => {
    expect(innerOf(copy)).toBe(undefined);
  });
});

describe('versions', () => {
  const one = defineCapability(WRITTEN);
  const two = defineCapability({
    ...WRITTEN,
    version: 2,
    args: Type.Object({ folder: Type.String() }),
  });
  const other = defineCapability({ ...WRITTEN, name: 'fixture.other', version: 7 });

  it('S1-003 S1-004 S1-170 stand beside each other, each its own, and an old one resolves while it is kept', () => {
    const { find } = createRegistry([one, two, other]);
    expect([find('fixture.look', 1), find('fixture.look', 2), find('fixture.other', 7)]).toEqual([
      one,
      two,
      other,
    ]);
    expect(find('fixture.other', 1)).toBe(undefined);
    expect([one.digest, two.digest, other.digest]).toHaveLength(
      new Set([one.digest, two.digest, other.digest]).size,
    );
  });

  it('S1-171 a version that was dropped is refused at resolve, like one that never was', async () => {
    const host = fixtureHost([two]);
    for (const version of [1, 3])
      expect(
        await host.invoke({ capability: 'fixture.look', version, args: { path: '/' } }),
      ).toMatchObject({ outcome: 'rejected', stage: 'resolve', code: 'unknown_capability' });
  });

  it('S1-172 each is held to its own schema: an old proposal is never read under the new one', async () => {
    const host = fixtureHost([one, two]);
    const ask = async (version: number, args: unknown) =>
      (await host.invoke({ capability: 'fixture.look', version, args })).outcome;
    expect(await ask(1, { path: '/' })).toBe('completed');
    expect(await ask(2, { folder: '/' })).toBe('completed');
    expect(await ask(2, { path: '/' })).toBe('rejected');
    expect(await ask(1, { folder: '/' })).toBe('rejected');
  });
});

describe('describeCapability', () => {
  const capability = defineCapability({ ...WRITTEN, effects: ['Looks.'], cost: 1 });
  const description = describeCapability(capability);

  it('S1-038 is plain JSON, frozen, and holds nothing that can be called', () => {
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
    const parts = reachable(description);
    expect(parts.filter((part) => typeof part === 'function')).toEqual([]);
    expect(parts.filter((part) => isObject(part) && !Object.isFrozen(part))).toEqual([]);
  });

  it('S3-132 S3-135 shows effects and cost, axes, confirmation and digest', () => {
    expect(description).toMatchObject({
      name: 'fixture.look',
      side_effect: 'read_only',
      network: 'local',
      confirmation: 'automatic',
      default_ruling: 'allow',
      idempotent: false,
      effects: ['Looks.'],
      cost: 1,
      trust: 'tool',
      digest: capability.digest,
    });
  });

  it('says nothing of where the work is', () => {
    const handler = new URL('file:///home/ada/secret-place/x.handler.js');
    const described = describeCapability(
      defineCapability(written({ perform: undefined, handler })),
    );
    expect(JSON.stringify(described)).not.toContain('secret-place');
  });
});
