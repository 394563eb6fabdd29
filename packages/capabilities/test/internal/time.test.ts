import { describe, expect, it } from 'vitest';
import { isoTime } from '../../src/internal/time.js';

const NEW_YEAR = Date.UTC(2026, 0, 1);

describe('isoTime', () => {
  it('writes an instant in UTC with milliseconds, whatever instant came before', () => {
    const times = [NEW_YEAR, NEW_YEAR + 1.9, NEW_YEAR + 1, NEW_YEAR + 2, NEW_YEAR, 0, -1];
    expect(times.map(isoTime)).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.001Z',
      '2026-01-01T00:00:00.001Z',
      '2026-01-01T00:00:00.002Z',
      '2026-01-01T00:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
      '1969-12-31T23:59:59.999Z',
    ]);
  });

  it('throws for what is no instant, and keeps nothing of it', () => {
    expect(() => isoTime(Number.NaN)).toThrow(RangeError);
    expect(() => isoTime(Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(isoTime(NEW_YEAR)).toBe('2026-01-01T00:00:00.000Z');
    expect(() => isoTime(Number.NaN)).toThrow(RangeError);
  });
});
