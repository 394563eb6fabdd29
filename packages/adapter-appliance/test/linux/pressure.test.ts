import { describe, expect, it } from 'vitest';
import { readPressure } from '../../src/linux/pressure.js';

const line = (word: string, first: string): string =>
  `${word} avg10=${first} avg60=1.25 avg300=0.31 total=52311\n`;

describe('readPressure', () => {
  it('reads both lines', () => {
    expect(readPressure(line('some', '2.00') + line('full', '0.50'))).toEqual({
      some: { last10Percent: 2, last60Percent: 1.25, last300Percent: 0.31 },
      full: { last10Percent: 0.5, last60Percent: 1.25, last300Percent: 0.31 },
    });
  });

  it('knows `some` without `full`, and not the other way round', () => {
    expect(readPressure(line('some', '2.00'))?.full).toBeNull();
    expect(readPressure(line('full', '2.00'))).toBeNull();
  });

  it.each([
    '',
    'some',
    'some avg10=a avg60=1.25 avg300=0.31 total=1',
    line('some', '101.00'),
    line('some', '-1.00'),
  ])('knows nothing of %j', (text) => {
    expect(readPressure(text)).toBeNull();
  });
});
