import { fc, test as law } from '@fast-check/vitest';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../src/contract/contract-error.js';
import { acceptSchema, type AcceptedSchema } from '../../src/contract/schema/accept-schema.js';
import { KEYWORDS } from '../../src/contract/schema/keywords.js';
import type { JsonObject } from '../../src/internal/json.js';
import { nearValidValues, validValues } from '../../src/testing/schema-arbitraries.js';
import { smallSchemas } from '../contract/schema/random-schemas.js';

const accept = (schema: unknown): AcceptedSchema =>
  acceptSchema(schema, { subject: 'test.schema', place: 'result' });

const text = { type: 'string', maxLength: 40 } as const;
const no = { type: 'null' } as const;

/** Between them, these hold every keyword, every format, and patterns for both engines. */
const SCHEMAS: Readonly<Record<string, unknown>> = {
  'an object': Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 200,
      title: 'q',
      description: 'd',
      examples: ['x'],
    }),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 1 })),
    tags: Type.Array(Type.String({ pattern: '^[a-z]+$', maxLength: 20 }), {
      maxItems: 5,
      uniqueItems: true,
    }),
  }),
  'a union': Type.Union([
    Type.Object({
      kind: Type.Literal('a'),
      x: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }),
    }),
    Type.Object({ kind: Type.Literal('b'), y: Type.Tuple([Type.String(), Type.Boolean()]) }),
    Type.Null(),
  ]),
  'an intersection': Type.Intersect([
    Type.Object({ a: Type.String() }),
    Type.Object({ b: Type.Integer({ multipleOf: 3 }) }),
  ]),
  'a recursion': Type.Cyclic(
    {
      Node: Type.Object({ id: Type.String(), kids: Type.Array(Type.Ref('Node'), { maxItems: 3 }) }),
    },
    'Node',
  ),
  'a record': Type.Record(Type.String(), Type.Number()),
  formats: {
    type: 'object',
    properties: Object.fromEntries(
      [
        'date',
        'date-time',
        'duration',
        'email',
        'hostname',
        'http-url',
        'ipv4',
        'ipv6',
        'json-pointer',
        'relative-json-pointer',
        'safe-path',
        'time',
        'uri',
        'uuid',
      ].map((format) => [format, { type: 'string', format, maxLength: 200 }]),
    ),
    minProperties: 1,
  },
  patterns: {
    type: 'array',
    prefixItems: [
      { ...text, pattern: '^[A-Z]{2}-\\d{3,5}$' },
      { ...text, pattern: '(a|aa)+$' },
      { ...text, pattern: '\\bfoo\\b|^\\p{L}+$' },
      { ...text, pattern: '^(?:\\w+\\s?)+[.!?]$' },
    ],
    items: false,
    minItems: 4,
  },
  numbers: {
    type: 'object',
    properties: {
      decimal: { type: 'number', multipleOf: 0.1, minimum: 0, exclusiveMaximum: 1 },
      whole: { type: 'integer', multipleOf: 7, minimum: -20 },
      any: { type: 'number', exclusiveMinimum: -1, maximum: 1 },
      fixed: { const: 5 },
    },
    required: ['decimal', 'whole'],
  },
  conditions: {
    $comment: 'c',
    type: 'object',
    properties: { a: { type: 'integer', minimum: 0, maximum: 3 }, b: text, c: no },
    if: { properties: { a: { const: 1 } }, required: ['a'] },
    then: { required: ['b'] },
    else: { maxProperties: 2 },
    dependentRequired: { b: ['a'] },
    dependentSchemas: { c: { required: ['a'] } },
    not: { required: ['a', 'b', 'c'] },
  },
  'a list': {
    type: 'array',
    items: { enum: ['aa', 'b', 3, null, { x: 1 }] },
    contains: { const: 'aa' },
    minContains: 1,
    maxContains: 2,
    minItems: 2,
  },
  'a dictionary': {
    type: 'object',
    minProperties: 1,
    maxProperties: 4,
    propertyNames: { maxLength: 12 },
    patternProperties: { '^x-': { type: 'boolean' } },
    additionalProperties: { type: 'integer' },
  },
  'what is left over': {
    type: 'object',
    allOf: [
      { properties: { a: no } },
      {
        properties: { l: { type: 'array', prefixItems: [no], unevaluatedItems: no, maxItems: 4 } },
      },
    ],
    unevaluatedProperties: { type: 'boolean' },
  },
  definitions: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'root',
    oneOf: [{ $ref: '#/$defs/short' }, { $ref: '#/definitions/long' }],
    $defs: { short: { ...text, maxLength: 5, readOnly: true, writeOnly: false, deprecated: true } },
    definitions: { long: { ...text, minLength: 6 } },
  },
};

test('the schemas below hold every keyword', () => {
  const all = JSON.stringify(Object.values(SCHEMAS).map((schema) => accept(schema).json));
  expect([...KEYWORDS.keys()].filter((keyword) => !all.includes(`"${keyword}":`))).toEqual([]);
});

describe.each(Object.entries(SCHEMAS))('of %s', (_, schema) => {
  const { json, check, violations, ready } = accept(schema);

  law.prop([validValues(json)])('for every valid value: it fits', async (value) => {
    await ready?.();
    expect([value, check(value), violations(value)]).toEqual([value, true, []]);
  });

  law.prop([nearValidValues(json)])('for every nearly valid value: it does not', async (near) => {
    await ready?.();
    expect([near, check(near.value)]).toEqual([near, false]);
    expect(violations(near.value)).not.toEqual([]);
  });

  test('for every kind of value: it is plain JSON', () => {
    for (const value of fc.sample(validValues(json), 20))
      expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  });
});

test('between them, nearly valid values break every rule that can be broken by itself', () => {
  const broken = new Set(
    Object.values(SCHEMAS).flatMap((schema) =>
      fc
        .sample(nearValidValues(accept(schema).json), { numRuns: 300, seed: 5 })
        .map((near) => near.broken),
    ),
  );
  expect([...broken].sort()).toEqual([
    'additionalProperties',
    'const',
    'contains',
    'dependentRequired',
    'enum',
    'exclusiveMaximum',
    'exclusiveMinimum',
    'format',
    'items',
    'maxItems',
    'maxLength',
    'maxProperties',
    'maximum',
    'minItems',
    'minLength',
    'minProperties',
    'minimum',
    'multipleOf',
    'pattern',
    'propertyNames',
    'required',
    'type',
    'unevaluatedProperties',
    'uniqueItems',
  ]);
});

test('a schema that nothing fits, or that is not accepted, gives no values', () => {
  expect(() => validValues({ type: 'string', not: { type: 'string' } })).toThrow(ContractError);
  expect(() => validValues({ type: 'object', properties: { a: false }, required: ['a'] })).toThrow(
    ContractError,
  );
  expect(() => nearValidValues({ type: 'Date' })).toThrow(ContractError);
});

/** Half the random schemas fit nothing or are refused; of the others, values and breakages hold what they say. */
law.prop([smallSchemas])(
  'for every schema: its valid values fit and its nearly valid ones do not',
  (schema) => {
    // What an inner one has looked at is no fault for the outer one: there, a key too many breaks nothing.
    if (/"unevaluated/.test(JSON.stringify(schema))) return;
    let json: JsonObject;
    let values: readonly unknown[];
    try {
      json = accept({ ...schema, allOf: [{ type: ['object', 'array', 'string', 'null'] }] }).json;
      // That nothing fits is sometimes found out only when a value is wanted.
      values = fc.sample(validValues(json), 5);
    } catch (fault) {
      if (!ContractError.is(fault)) throw fault;
      return;
    }
    const { check } = accept(json);
    for (const value of values) expect([json, value, check(value)]).toEqual([json, value, true]);
    for (const near of fc.sample(nearValidValues(json), 10))
      expect([json, near, check(near.value)]).toEqual([json, near, false]);
  },
);
