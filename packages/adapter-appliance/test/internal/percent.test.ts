import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { percentOf, usedPercent } from '../../src/internal/percent.js';

describe('percentOf', () => {
  it.each([
    [1, 3, 33.3],
    [0, 5, 0],
    [5, 5, 100],
    [6, 5, null],
    [-1, 5, null],
    [0, 0, null],
    [null, 5, null],
    [1, null, null],
  ])('of %s in %s says %s', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent);
  });

  const figure = fc.option(fc.double({ noNaN: true }));
  test.prop([figure, figure])('for every pair: from 0 to 100, or null', (part, whole) => {
    const percent = percentOf(part, whole);
    if (percent !== null) expect(percent >= 0 && percent <= 100).toBe(true);
  });
});

describe('usedPercent', () => {
  it('counts what is not available', () => {
    expect(usedPercent(25, 100)).toBe(75);
    expect(usedPercent(101, 100)).toBeNull();
    expect(usedPercent(null, 100)).toBeNull();
  });
});
