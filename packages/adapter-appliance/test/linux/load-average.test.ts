import { describe, expect, it } from 'vitest';
import { readLoadAverage } from '../../src/linux/load-average.js';

describe('readLoadAverage', () => {
  it('reads the first three figures', () => {
    expect(readLoadAverage('0.52 10.58 0.59 2/214 90211\n')).toEqual({
      last1Minute: 0.52,
      last5Minutes: 10.58,
      last15Minutes: 0.59,
    });
  });

  it.each(['', '0.52 0.58', '-0.52 0.58 0.59 1/2 3', 'a b c d e'])(
    'knows nothing of %j',
    (text) => {
      expect(readLoadAverage(text)).toBeNull();
    },
  );
});
