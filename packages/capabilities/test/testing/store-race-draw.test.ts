import { describe, expect, it } from 'vitest';
import { drawing, drawOne } from '../../src/testing/store-race-draw.js';

const drawn = (seed: number, most: number): number[] => {
  const draw = drawing(seed);
  return Array.from({ length: 1_000 }, () => draw(most));
};

describe('drawing', () => {
  it('gives the same numbers for the same seed, and others for another', () => {
    expect(drawn(3, 1_000)).toEqual(drawn(3, 1_000));
    expect(drawn(3, 1_000)).not.toEqual(drawn(5, 1_000));
  });

  it('gives every number from 0 up to, and without, the most', () => {
    for (const seed of [0, 1, 7_919, -4])
      expect(new Set(drawn(seed, 7))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
  });
});

describe('drawOne', () => {
  it('draws each of a list, and nothing of an empty one', () => {
    const draw = drawing(1);
    const some = Array.from({ length: 100 }, () => drawOne(draw, ['a', 'b', 'c']));
    expect(new Set(some)).toEqual(new Set(['a', 'b', 'c']));
    expect(drawOne(draw, [])).toBe(undefined);
  });
});
