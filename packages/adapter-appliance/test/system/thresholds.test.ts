import { describe, expect, it } from 'vitest';
import { HEALTH_THRESHOLDS } from '../../src/system/thresholds.js';

describe('HEALTH_THRESHOLDS', () => {
  it('are these, and cannot be moved at run time', () => {
    expect(HEALTH_THRESHOLDS).toEqual({
      storageUsedPercent: 90,
      memoryUsedPercent: 90,
      temperatureCelsius: 80,
    });
    expect(Object.isFrozen(HEALTH_THRESHOLDS)).toBe(true);
  });
});
