import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/internal/json.js';
import { readSchema } from '../../src/testing/schema-reading.js';
import { valuesOf } from '../../src/testing/schema-values.js';

const sample = (schema: JsonObject, count = 50): readonly unknown[] =>
  fc.sample(valuesOf(readSchema(schema)), count);

describe('values', () => {
  test('of a recursive schema end', () => {
    const tree = {
      type: 'object',
      properties: { kids: { type: 'array', items: { $ref: '#' }, maxItems: 2 } },
      required: ['kids'],
    };
    for (const value of sample(tree)) expect(JSON.stringify(value).length).toBeLessThan(10_000);
  });

  test('of a schema without a finite value are refused', () => {
    const endless = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
    expect(() => sample(endless)).toThrow('no value of reasonable size fits it');
  });

  test('take every branch, and leave out and keep what is optional', () => {
    const schema = {
      type: 'object',
      properties: { a: { anyOf: [{ type: 'null' }, { const: 1 }] }, b: { type: 'boolean' } },
      required: ['a'],
    };
    const kinds = new Set(sample(schema, 200).map((value) => JSON.stringify(value)));
    expect([...kinds].sort()).toEqual(
      [
        '{"a":1,"b":false}',
        '{"a":1,"b":true}',
        '{"a":1}',
        '{"a":null,"b":false}',
        '{"a":null,"b":true}',
        '{"a":null}',
      ].sort(),
    );
  });

  test('that only a filter finds are found, and what no filter finds is refused', () => {
    expect(
      sample({ type: 'integer', minimum: 0, maximum: 20, not: { multipleOf: 2 } }).every(
        (value) => Number(value) % 2 === 1,
      ),
    ).toBe(true);
    expect(() => sample({ type: 'integer', minimum: 0, maximum: 20, not: { minimum: 0 } })).toThrow(
      'no value',
    );
  });

  test('of a dictionary have names that are let in', () => {
    const schema = {
      type: 'object',
      patternProperties: { '^x-[a-c]$': { type: 'null' } },
      minProperties: 1,
    };
    for (const value of sample(schema))
      expect(Object.keys(value as object).join()).toMatch(/^x-[a-c](?:,x-[a-c])*$/);
  });
});
