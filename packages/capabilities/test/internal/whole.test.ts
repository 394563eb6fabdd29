import { expect, it } from 'vitest';
import { isWhole } from '../../src/internal/whole.js';

it('whole numbers between two, both included', () => {
  for (const value of [1, 2, 3]) expect(isWhole(value, 1, 3)).toBe(true);
  for (const value of [0, 4, 1.5, NaN, Infinity, '2', null, undefined, 2n, new Number(2)])
    expect(isWhole(value, 1, 3)).toBe(false);
});
