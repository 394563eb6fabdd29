import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { defineCapability, type Capability } from '../../src/contract/capability.js';
import { createRegistry } from '../../src/registry/registry.js';
import { faultOf, WRITTEN, written } from '../contract/contracts.js';

const look = defineCapability(WRITTEN);
const touch = defineCapability({
  ...WRITTEN,
  name: 'fixture.touch',
  version: 3,
  summary: 'Touches one thing.',
  sideEffect: 'mutating',
  powers: ['secret'],
  secrets: ['root_password'],
});
const locked = defineCapability({ ...WRITTEN, name: 'sudo_shell', locked: true });
const registry = createRegistry([look, touch, locked]);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const reachable = (value: unknown): unknown[] =>
  isObject(value)
    ? [value, ...Reflect.ownKeys(value).flatMap((key) => reachable(Reflect.get(value, key)))]
    : [value];

const find = registry.find as (name: unknown, version: unknown) => Capability | undefined;

describe('createRegistry', () => {
  it('S1-030 holds what it was given, in that order, and has nothing that changes it', () => {
    expect(registry.capabilities).toEqual([look, touch, locked]);
    expect(Object.keys(registry).sort()).toEqual(['capabilities', 'catalogue', 'describe', 'find']);
    expect(Object.isFrozen(registry) && Object.isFrozen(registry.capabilities)).toBe(true);
  });

  it('S1-034 S3-140 registering after the start throws: there is no way to', () => {
    const open = registry as unknown as Record<string, unknown> & { capabilities: Capability[] };
    const attempts: readonly (() => unknown)[] = [
      () => open.capabilities.push(look),
      () => (open.capabilities[0] = touch),
      () => (open.capabilities = [touch]),
      () => (open['find'] = () => touch),
      () => (open['register'] = () => undefined),
      () => delete open['find'],
    ];
    for (const attempt of attempts) expect(attempt).toThrow(TypeError);
    expect(find('fixture.look', 1)).toBe(look);
  });

  it('S1-030 keeps nothing of the list it was built from', () => {
    const list = [look];
    const built = createRegistry(list);
    list.push(touch);
    expect(built.capabilities).toEqual([look]);
    expect(built.find('fixture.touch', 3)).toBe(undefined);
  });

  it('S1-021 takes a list that says something else when it is read again at its first word', () => {
    const forged = { ...look, name: 'fixture.forged' } as Capability;
    let reads = 0;
    const list = Object.assign([look], {
      [Symbol.iterator]: function* () {
        reads += 1;
        yield reads === 1 ? look : forged;
      },
    });
    expect(createRegistry(list).capabilities).toEqual([look]);
  });

  it('S1-035 A27 refuses the same name and version twice', () => {
    const twin = defineCapability({ ...WRITTEN, summary: 'Looks at another thing.' });
    expect(faultOf(() => createRegistry([look, twin]))).toBe(
      'ContractError: `fixture.look@1`: is registered twice',
    );
    expect(faultOf(() => createRegistry([look, touch, look]))).toBe(
      'ContractError: `fixture.look@1`: is registered twice',
    );
    expect(
      createRegistry([look, defineCapability({ ...WRITTEN, version: 2 })]).capabilities,
    ).toHaveLength(2);
  });

  it.each([
    ['a spread copy', { ...look }],
    ['an heir', Object.create(look) as object],
    ['a contract', WRITTEN],
    ['null', null],
    ['a text', 'fixture.look@1'],
  ])('S1-021 refuses %s: only `defineCapability` makes a capability', (_, one) => {
    expect(faultOf(() => createRegistry([look, one as never]))).toBe(
      'ContractError: `registry`: holds a capability that `defineCapability` of this copy of the package did not return',
    );
  });

  it('S1-031 looks at no folder, and loads nothing', () => {
    const source = readFileSync(
      join(import.meta.dirname, '../../src/registry/registry.ts'),
      'utf8',
    );
    const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    expect(code).not.toMatch(
      /\bimport\s*\(|\brequire\b|\bnode:|\bglob|\breaddir|\bfetch\b|\beval\b|\bprocess\b/,
    );
    const imported = [...code.matchAll(/from '([^']+)'/g)].map(([, path]) => path);
    expect(
      imported.filter((path) => !/^\.\.\/(?:contract|internal)\/[a-z-]+\.js$/.test(path ?? '')),
    ).toEqual([]);
    expect(imported.length).toBeGreaterThan(2);
  });
});

describe('find', () => {
  it('S1-053 S1-054 finds exactly the name and the version', () => {
    expect(find('fixture.look', 1)).toBe(look);
    expect(find('fixture.touch', 3)).toBe(touch);
    expect(find('sudo_shell', 1)).toBe(locked);
  });

  it.each([
    'Fixture.look',
    'FIXTURE.LOOK',
    'fixture.Look',
    'fixture',
    'look',
    'fixture.',
    '.look',
    'fixture.loo',
    'fixture.look.',
    'fixture.look.x',
    'fixture.looks',
    ' fixture.look',
    'fixture.look ',
    'fixture.look\n',
    'fixture\u2024look',
    'fiхture.look',
    'fixture.l\u00f6ok',
    'fixture.look\u200b',
    'fixture.look\u0000',
    'fixture.look@1',
    'fixture.*',
    '*',
    '',
    'ｆixture.look',
  ])('S1-053 S1-056 finds nothing under the name %j', (name) => {
    expect(find(name, 1)).toBe(undefined);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype', 'get', 'size'])(
    'A04 finds nothing under the name %s',
    (name) => {
      expect(find(name, 1)).toBe(undefined);
      expect(find('fixture.look', name)).toBe(undefined);
    },
  );

  it.each([
    ['none', undefined],
    ['null', null],
    ['the latest', 'latest'],
    ['a text', '1'],
    ['a range', '^1'],
    ['a lower one', 0],
    ['a higher one', 2],
    ['a negative one', -1],
    ['a part of one', 1.5],
    ['NaN', Number.NaN],
    ['a bigint', 1n],
    ['a list', [1]],
    ['an object that reads like one', { valueOf: () => 1 }],
    ['true', true],
  ])('S1-054 finds nothing under the version that is %s', (_, version) => {
    expect(find('fixture.look', version)).toBe(undefined);
  });

  it('S1-053 finds nothing under a name that is no text', () => {
    for (const name of [
      undefined,
      null,
      1,
      ['fixture.look'],
      { toString: () => 'fixture.look' },
      look,
    ])
      expect(find(name, 1)).toBe(undefined);
  });
});

describe('describe', () => {
  it('S1-037 lists name, version, axes, confirmation and bounds of every capability, locked ones among them', () => {
    expect(registry.describe()).toMatchObject([
      {
        name: 'fixture.look',
        version: 1,
        side_effect: 'read_only',
        network: 'local',
        confirmation: 'automatic',
        locked: false,
        bounds: { timeout_ms: 1_000, max_result_bytes: 1_024, max_per_turn: 3 },
      },
      { name: 'fixture.touch', version: 3, side_effect: 'mutating', confirmation: 'required' },
      { name: 'sudo_shell', version: 1, locked: true },
    ]);
  });

  it('S1-038 is plain JSON, frozen through and through: nothing in it can be called', () => {
    const parts = reachable(registry.describe());
    expect(parts.filter((part) => typeof part === 'function')).toEqual([]);
    expect(parts.filter((part) => isObject(part) && !Object.isFrozen(part))).toEqual([]);
    expect(JSON.parse(JSON.stringify(registry.describe()))).toEqual(registry.describe());
  });

  it('marks what is locked', () => {
    expect(registry.describe().filter((one) => one['locked'] === true)).toHaveLength(1);
  });
});

describe('catalogue', () => {
  it('tells a model how to propose, and no more: name, version, summary and arguments', () => {
    expect(registry.catalogue()).toEqual([
      { name: 'fixture.look', version: 1, summary: 'Looks at one thing.', args: look.args.json },
      { name: 'fixture.touch', version: 3, summary: 'Touches one thing.', args: touch.args.json },
    ]);
  });

  it('offers nothing that is locked', () => {
    expect(registry.catalogue().map(({ name }) => name)).not.toContain('sudo_shell');
    expect(createRegistry([locked]).catalogue()).toEqual([]);
  });

  it('S1-037 S1-038 holds nothing that can be called, no secret’s name, and cannot be changed', () => {
    const parts = reachable(registry.catalogue());
    expect(parts.filter((part) => typeof part === 'function')).toEqual([]);
    expect(parts.filter((part) => isObject(part) && !Object.isFrozen(part))).toEqual([]);
    expect(JSON.stringify(registry.catalogue())).not.toContain('root_password');
  });
});

describe('an empty registry', () => {
  const empty = createRegistry([]);

  it('has nothing to find, to describe or to offer', () => {
    expect([
      empty.find('fixture.look', 1),
      empty.capabilities,
      empty.describe(),
      empty.catalogue(),
    ]).toEqual([undefined, [], [], []]);
  });
});

describe('versions side by side', () => {
  it('S1-170 S1-004 an old version stays what it was beside a new one', () => {
    const two = defineCapability(
      written({ version: 2, args: Type.Object({ folder: Type.String() }) }),
    );
    const both = createRegistry([two, look]);
    expect(both.find('fixture.look', 1)).toBe(look);
    expect(both.find('fixture.look', 2)).toBe(two);
    expect(
      both
        .catalogue()
        .map(({ version, args }) => [version, Object.keys(args['properties'] as object)]),
    ).toEqual([
      [2, ['folder']],
      [1, ['path']],
    ]);
  });
});
