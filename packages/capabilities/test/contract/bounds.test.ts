import { describe, expect, it } from 'vitest';
import { BOUND_LIMITS, BOUND_NAMES } from '../../src/contract/bounds.js';

describe('bounds', () => {
  it('S1-018 each has a most, and none is endless', () => {
    expect(BOUND_LIMITS).toEqual({
      timeoutMs: 86_400_000,
      maxResultBytes: 67_108_864,
      maxPerTurn: 1_000_000,
    });
    expect(Object.isFrozen(BOUND_LIMITS)).toBe(true);
    expect(Object.keys(BOUND_LIMITS)).toEqual([...BOUND_NAMES]);
    // A longer timer would fire at once.
    expect(BOUND_LIMITS.timeoutMs).toBeLessThan(2 ** 31);
  });
});
