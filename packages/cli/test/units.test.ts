import { describe, expect, it } from 'vitest';
import { boundMs, bytes, counted, grouped, percent, tookMs } from '../src/units.js';

describe('units', () => {
  it('writes bounds exactly, in the largest unit that divides them', () => {
    expect([1_023, 1_024, 1_536, 65_536, 1_048_576, 67_108_864].map(bytes)).toEqual([
      '1,023 B',
      '1 KiB',
      '1,536 B',
      '64 KiB',
      '1 MiB',
      '64 MiB',
    ]);
    expect([250, 1_000, 1_500, 60_000, 90_000, 7_200_000].map(boundMs)).toEqual([
      '250 ms',
      '1 s',
      '1,500 ms',
      '1 min',
      '90 s',
      '2 h',
    ]);
  });

  it('writes measured times with three digits', () => {
    expect([0.0514, 3.14159, 999.4, 1_234, 61_500].map(tookMs)).toEqual([
      '0.0514 ms',
      '3.14 ms',
      '999 ms',
      '1.23 s',
      '61.5 s',
    ]);
  });

  it('groups digits, and rounds percent to one place', () => {
    expect([0, 999, 1_000, 1_234_567].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567']);
    expect([0, 1, 1_000].map((count) => counted(count, 'event'))).toEqual([
      '0 events',
      '1 event',
      '1,000 events',
    ]);
    expect([0, 0.5, 1 / 3, 1].map(percent)).toEqual(['0 %', '50 %', '33.3 %', '100 %']);
  });
});
