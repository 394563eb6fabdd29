import { fc, test as prop } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import {
  hasDifferentItems,
  multipleOf,
  oneOfValues,
} from '../../../src/contract/schema/exact-rules.js';

describe('multipleOf', () => {
  test.each([
    [0.1, 0.3, true],
    [0.1, 0.30000000000000004, false],
    [0.01, 19.99, true],
    [0.01, 0.010000000000001, false],
    [1e-11, 1.5e-11, false],
    [1e-11, 3e-11, true],
    [1e-8, 12_391_239_123, true],
    [0.123456789, 1e308, false],
    [2, 1e308, true],
    [2, 9_007_199_254_740_992, true],
    [3, -9, true],
    [3, -10, false],
    [1, 0, true],
    [1.5, 4.5, true],
    [5e-324, 1e-323, true],
    [1e300, 5, false],
    [7, 'x', true],
    [7, null, true],
  ])('of %d decides %j as decimals are: %s', (divisor, value, fits) => {
    expect(multipleOf(divisor)(value)).toBe(fits);
  });

  prop.prop([fc.integer(), fc.integer({ min: 1, max: 10_000 }), fc.nat(6)])(
    'for every whole number and unit: their product, as a decimal, is a multiple',
    (count, unit, digits) => {
      const decimal = (value: number): number => Number(`${value}e-${digits}`);
      const divides = multipleOf(decimal(unit));
      expect(divides(decimal(count * unit))).toBe(true);
      if (unit > 1) expect(divides(decimal(count * unit + 1))).toBe(false);
    },
  );
});

describe('listed values', () => {
  test('are told from all others by what they are, whatever the order of their keys', () => {
    const fits = oneOfValues([1, 'a', null, [], { a: 1, b: [2] }]);
    expect([1, 'a', null, [], { b: [2], a: 1 }].every(fits)).toBe(true);
    expect(
      [2, 'b', true, {}, [1], { a: 1 }, { a: 1, b: [2], c: 3 }, { length: 0 }].some(fits),
    ).toBe(false);
    expect(oneOfValues([[]])({ length: 0 })).toBe(false);
    expect(oneOfValues([{ 0: 'a' }])(['a'])).toBe(false);
  });

  prop.prop([fc.array(fc.jsonValue()), fc.jsonValue()])(
    'for every list of values: one fits when the list holds the same JSON',
    (values, value) => {
      const json = (one: unknown): string => JSON.stringify(JSON.parse(JSON.stringify(one)));
      const fits = oneOfValues(values as never);
      expect(values.every((one) => fits(one as never))).toBe(true);
      if (values.some((one) => json(one) === json(value))) expect(fits(value as never)).toBe(true);
    },
  );
});

test('different items are those that are not the same data', () => {
  expect(
    hasDifferentItems([1, '1', true, null, {}, [], [[1], 2], [[1, 2]], 'a\nb', ['a', 'b']]),
  ).toBe(true);
  expect(
    hasDifferentItems([
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ]),
  ).toBe(false);
  expect(hasDifferentItems([0, 1, 0])).toBe(false);
  expect(hasDifferentItems('aa')).toBe(true);
});
