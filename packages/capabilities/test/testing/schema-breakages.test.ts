import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/internal/json.js';
import { breakages } from '../../src/testing/schema-breakages.js';
import { readSchema } from '../../src/testing/schema-reading.js';

const broken = (schema: JsonObject, value: Json, rule: string): readonly Json[] =>
  breakages('', value, readSchema(schema))
    .filter((one) => one.broken === rule)
    .map((one) => one.value);

const no = { type: 'null' };

describe('a value is broken', () => {
  test.each<[string, JsonObject, Json, readonly Json[]]>([
    [
      'required',
      { type: 'object', properties: { a: no, b: no }, required: ['a', 'b'] },
      { a: null, b: null },
      [{ b: null }, { a: null }],
    ],
    [
      'additionalProperties',
      { type: 'object', properties: { a: no } },
      { a: null },
      [{ a: null, unknownKey: null }],
    ],
    ['minimum', { type: 'integer', minimum: 3 }, 5, [2]],
    ['maximum', { type: 'integer', maximum: 3 }, 1, [4]],
    ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 3 }, 5, [3]],
    ['multipleOf', { type: 'integer', multipleOf: 3 }, 6, [7]],
    ['minLength', { type: 'string', minLength: 2 }, 'xyz', ['x']],
    ['maxLength', { type: 'string', maxLength: 2 }, 'x', ['xxx']],
    ['minItems', { type: 'array', items: no, minItems: 2 }, [null, null], [[null]]],
    ['maxItems', { type: 'array', items: no, maxItems: 1 }, [null], [[null, null]]],
    ['uniqueItems', { type: 'array', uniqueItems: true, maxItems: 9 }, [1], [[1, 1]]],
    ['enum', { enum: [null, true] }, null, [7]],
    ['const', { const: 7 }, 7, [null]],
    [
      'dependentRequired',
      { type: 'object', properties: { a: no, b: no }, dependentRequired: { a: ['b'] } },
      { a: null, b: null },
      [{ a: null }],
    ],
    [
      'unevaluatedProperties',
      { type: 'object', allOf: [{ properties: { a: no } }] },
      {},
      [{ unknownKey: null }],
    ],
    [
      'maxProperties',
      { type: 'object', additionalProperties: no, maxProperties: 0 },
      {},
      [{ extra0: null }],
    ],
  ])('in one rule: %s', (rule, schema, value, values) => {
    expect(broken(schema, value, rule)).toEqual(values);
  });

  test('at any depth, through references and parts', () => {
    const schema = {
      type: 'object',
      properties: { list: { type: 'array', items: { $ref: '#/$defs/n' } } },
      allOf: [{ properties: { m: { $ref: '#/$defs/n' } } }],
      $defs: { n: { type: 'integer', minimum: 1 } },
    };
    expect(broken(schema, { list: [5], m: 5 }, 'minimum')).toEqual([
      { list: [0], m: 5 },
      { list: [5], m: 0 },
    ]);
  });

  test('but not within a union, where another branch might fit then', () => {
    const schema = {
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'integer', maximum: 0 },
      ],
    };
    expect(broken(schema, 5, 'minimum')).toEqual([]);
    expect(broken(schema, 5, 'type')).not.toContain(7);
  });
});
