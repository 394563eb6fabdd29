import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/internal/json.js';
import {
  extraNames,
  isLetIn,
  isOpen,
  largest,
  listedValues,
  numbers,
  smallest,
  textValues,
  typesOf,
  type Node,
} from '../../src/testing/schema-nodes.js';

const nodes = (...schemas: JsonObject[]): readonly Node[] =>
  schemas.map((schema, index) => [`/${index}`, schema]);

test('of several schemas the strictest bound counts', () => {
  const some = nodes({ minItems: 1, maxItems: 9 }, { minItems: 3 }, { maxItems: 7 });
  expect([largest(some, 'minItems', 0), smallest(some, 'maxItems', 99)]).toEqual([3, 7]);
  expect([largest([], 'minItems', 2), smallest([], 'maxItems', 5)]).toEqual([2, 5]);
});

test('a value has a type that all declare', () => {
  expect(typesOf(nodes({ type: ['string', 'null'] }, { type: ['null', 'object'] }))).toEqual([
    'null',
  ]);
  expect(typesOf(nodes({ type: 'number' }))).toEqual(['integer', 'number']);
  expect(typesOf(nodes({}))).toHaveLength(7);
});

test('listed values are those of a constant or an enumeration', () => {
  expect(listedValues(nodes({}, { const: null }))).toEqual([null]);
  expect(listedValues(nodes({ enum: [1, 2] }))).toEqual([1, 2]);
  expect(listedValues(nodes({}))).toBeUndefined();
});

describe('numbers', () => {
  test.each<[JsonObject, (value: number) => boolean]>([
    [{ minimum: 1.5, maximum: 2.5 }, (value) => value >= 1.5 && value <= 2.5],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, (value) => value > 0 && value < 1],
    [{ multipleOf: 0.1, minimum: 0, maximum: 1 }, (value) => String(value).length <= 3],
    [{ multipleOf: 0.25, minimum: 10 }, (value) => value >= 10 && Number.isInteger(value * 4)],
  ])('keep to %j', (schema, fits) => {
    for (const value of fc.sample(numbers('number', nodes(schema)), 100))
      expect(fits(Number(value))).toBe(true);
  });

  test('are whole where an integer is asked for', () => {
    for (const value of fc.sample(numbers('integer', nodes({ minimum: -3, maximum: 1e9 })), 100))
      expect(Number.isInteger(value) && Number(value) >= -3).toBe(true);
  });
});

test('texts follow the pattern or format that any of the schemas states', () => {
  for (const text of fc.sample(textValues(nodes({}, { pattern: '^x+$', maxLength: 9 })), 20))
    expect(text).toMatch(/^x+$/);
});

test('names that no schema knows come up where they are let in', () => {
  expect(fc.sample(extraNames(nodes({ propertyNames: { enum: ['only'] } })), 2)).toEqual([
    'only',
    'only',
  ]);
  expect(isOpen(nodes({ additionalProperties: false }))).toBe(false);
  expect(isOpen(nodes({ additionalProperties: false, patternProperties: { x: true } }))).toBe(true);
  expect(isLetIn('x', nodes({ unevaluatedProperties: false }))).toBe(false);
  expect(isLetIn('x', nodes({ unevaluatedProperties: false }, { properties: { x: true } }))).toBe(
    true,
  );
});
