import { Type as Old } from '@sinclair/typebox';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../../src/contract/contract-error.js';
import { acceptSchema } from '../../../src/contract/schema/accept-schema.js';
import { accept, acceptArgs, faultOf, inBrowser, whilePolluted } from './accepting.js';

const plain = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1, maxLength: 200 },
    page: { type: 'integer' },
  },
  required: ['query'],
};

describe.each([
  ['plain JSON Schema', plain],
  [
    'TypeBox 1.x',
    Type.Object({
      query: Type.String({ minLength: 1, maxLength: 200 }),
      page: Type.Optional(Type.Integer()),
    }),
  ],
  [
    'TypeBox 0.34',
    Old.Object({
      query: Old.String({ minLength: 1, maxLength: 200 }),
      page: Old.Optional(Old.Integer()),
    }),
  ],
])('a schema written as %s', (_, schema) => {
  const accepted = acceptArgs(schema);

  test('is the same JSON, limits included', () => {
    expect(accepted.json).toEqual({ ...plain, additionalProperties: false });
    expect(accepted.tightened).toEqual([
      { path: '', keyword: 'additionalProperties', value: false },
    ]);
    expect(accepted.ready).toBeUndefined();
  });

  test('accepts what fits and refuses the rest, coercing nothing', () => {
    expect(accepted.check({ query: 'x', page: 2 })).toBe(true);
    for (const value of [
      {},
      { query: '' },
      { query: 'x'.repeat(201) },
      { query: 1 },
      { query: 'x', page: '2' },
      { query: 'x', page: 1.5 },
      { query: 'x', page: NaN },
      { query: 'x', page: null },
      { query: 'x', more: 1 },
      [],
      null,
      'x',
    ])
      expect(accepted.check(value)).toBe(false);
  });

  test('leaves the author’s object and the value as they are', () => {
    const value = Object.freeze({ query: 'x' });
    expect(accepted.check(value)).toBe(true);
    expect(value).toEqual({ query: 'x' });
    expect(JSON.parse(JSON.stringify(schema))).toEqual(plain);
  });
});

describe('an accepted schema', () => {
  test('is frozen through and through, and shares nothing with what the author holds', () => {
    const mine = structuredClone(plain);
    const accepted = acceptArgs(mine);
    (mine.properties as { query: object }).query = { type: 'null' };
    mine.required.push('page');
    expect(accepted.check({ query: 'x' })).toBe(true);
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isFrozen));
    expect(isFrozen(accepted)).toBe(true);
  });

  test('is ordinary data, to be compared and cloned', () => {
    const { json } = acceptArgs(plain);
    expect(json).toStrictEqual({ ...plain, additionalProperties: false });
    expect(structuredClone(json)).toStrictEqual(json);
  });

  test('shows what describes a value, and never acts on it', () => {
    const { json, check } = accept({
      type: 'object',
      properties: {
        n: { type: 'integer', default: 7, examples: ['x'], description: 'n', deprecated: true },
      },
    });
    const value = {};
    expect(check(value)).toBe(true);
    expect(value).toEqual({});
    expect(json['properties']).toMatchObject({ n: { default: 7, examples: ['x'] } });
  });
});

describe('a refusal', () => {
  test('is a ContractError that names contract, schema, place and remedy', () => {
    const fault = faultOf(() =>
      acceptSchema({ ...plain, required: 'query' }, { subject: 'web.search', place: 'args' }),
    );
    expect(fault).toBe(
      '`web.search`: args schema at `#/required`: write a list of different property names',
    );
    try {
      accept({ type: 'Date' });
    } catch (error) {
      expect(ContractError.is(error)).toBe(true);
    }
  });

  test('S1-020 happens at once, not at the first check: a schema that cannot be compiled is never accepted', () => {
    for (const schema of [
      { type: 'object', properties: { a: { $ref: '#/nowhere' } } },
      { type: 'string', pattern: '(', maxLength: 5 },
      { type: 'string', pattern: '(?<=a)b', maxLength: 5 },
    ])
      expect(() => accept(schema)).toThrow(ContractError);
  });
});

test('a schema that the validator or the stack cannot take is refused like any other', () => {
  const chain = Array.from({ length: 3_000 }, (_, index) => [
    `n${index}`,
    { $id: `N${index}`, type: 'array', items: { $ref: `N${(index + 1) % 3_000}` } },
  ]);
  expect(
    faultOf(() => accept({ type: 'object', properties: Object.fromEntries(chain) })),
  ).toContain('it cannot be compiled: simplify it');
});

describe('the cases of the reference appliance, section 1', () => {
  const flat = {
    type: 'object',
    properties: { unit: { type: 'string', enum: ['C', 'F'] } },
    required: ['unit'],
    additionalProperties: false,
  };
  const nested = {
    type: 'object',
    properties: { a: { type: 'object', properties: { b: { type: 'integer' } } } },
  };
  const integer = { type: 'object', properties: { n: { type: 'integer' } } };
  const union = { type: ['boolean', 'null'] };

  test.each([
    ['accepts_matching_flat_object', flat, { unit: 'C' }, true],
    ['rejects_missing_required_field', flat, {}, false],
    ['rejects_unknown_field_when_additional_properties_false', flat, { unit: 'C', more: 1 }, false],
    ['rejects_value_outside_enum', flat, { unit: 'K' }, false],
    ['rejects_wrong_type', integer, { n: '5' }, false],
    ['bool_is_not_accepted_as_integer', integer, { n: true }, false],
    ['validates_nested_object (right)', nested, { a: { b: 5 } }, true],
    ['validates_nested_object (wrong)', nested, { a: { b: '5' } }, false],
    ['union_type_accepts_either_member (true)', union, true, true],
    ['union_type_accepts_either_member (null)', union, null, true],
    ['union_type_rejects_value_matching_neither_member', union, 'x', false],
    ['plain_null_type (null)', { type: 'null' }, null, true],
    ['plain_null_type (a string)', { type: 'null' }, 'null', false],
    [
      'result_violating_its_own_schema_is_rejected',
      { type: 'object', properties: { ok: { type: 'boolean' } } },
      { ok: true, client_ip: '192.0.2.1' },
      false,
    ],
  ])('%s', (_, schema, value, fits) => {
    for (const { check, violations } of [accept(schema), inBrowser(() => accept(schema))]) {
      expect(check(value)).toBe(fits);
      expect(violations(value).length === 0).toBe(fits);
    }
  });
});

describe('C10 own keys that name the prototype', () => {
  const args = acceptArgs({ type: 'object', properties: { a: { type: 'integer' } } });
  const open = acceptArgs({
    type: 'object',
    properties: { a: { type: 'integer' } },
    additionalProperties: true,
  });

  test.each(['__proto__', 'constructor', 'prototype'])(
    '%s is an unknown property, and changes nothing',
    (key) => {
      const value: unknown = JSON.parse(`{ "a": 1, "${key}": { "polluted": true } }`);
      expect(args.check(value)).toBe(false);
      expect(args.violations(value)).toEqual([{ path: '/*', rule: 'additionalProperties' }]);
      expect(open.check(value)).toBe(true);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );

  test('are no way around a rule', () => {
    const value: unknown = JSON.parse('{ "__proto__": { "a": 1 } }');
    const required = acceptArgs({
      type: 'object',
      properties: { a: { type: 'integer' } },
      required: ['a'],
      additionalProperties: true,
    });
    expect(required.check(value)).toBe(false);
  });
});

test('bar-20 a polluted prototype changes neither what is accepted nor what fits', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string', maxLength: 5 }, b: { enum: [1, { x: 1 }] } },
    required: ['a'],
  };
  const values = [
    { a: 'x' },
    {},
    { a: 'xxxxxx' },
    { a: 'x', b: { x: 1 } },
    { a: 'x', b: {} },
    { a: 'x', c: 1 },
  ];
  const verdicts = (): unknown => {
    const { check, violations, json, tightened } = acceptArgs(schema);
    return JSON.stringify([
      json,
      tightened,
      values.map((value) => [check(value), violations(value)]),
    ]);
  };
  const before = verdicts();
  for (const gadget of [
    'a',
    'b',
    'c',
    'x',
    'type',
    'required',
    'properties',
    'shell',
    'env',
    'toJSON',
    'value',
    'get',
    'title',
    '$id',
    '0',
    'length',
  ])
    for (const value of ['x', 1, true, null, {}, [], 'object'])
      expect([gadget, value, whilePolluted({ [gadget]: value }, verdicts)]).toEqual([
        gadget,
        value,
        before,
      ]);
});
