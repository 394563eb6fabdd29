import { describe, expect, it } from 'vitest';
import { instant, readGrantLength, readLength } from '../src/times.js';

describe('readLength', () => {
  it.each([
    ['90s', 90_000],
    ['15min', 900_000],
    ['2h', 7_200_000],
    ['7d', 604_800_000],
  ])('reads %s', (typed, ms) => {
    expect(readLength(typed, '--for')).toBe(ms);
  });
  it.each(['', '15', '15m', '0h', '-1h', '1.5h', 'h', '1h ', '99999999s'])(
    'refuses «%s»',
    (typed) => {
      expect(() => readLength(typed, '--for')).toThrow('--for');
    },
  );
});

describe('readGrantLength', () => {
  it('reads what a grant can have, and says where it cannot', () => {
    expect(readGrantLength('7d', '--for')).toBe(604_800_000);
    expect(() => readGrantLength('8d', '--for')).toThrow('--for: a grant holds 7d at most');
    expect(() => readGrantLength('169h', '--for')).toThrow(
      expect.objectContaining({ exit: 'invalid' }) as Error,
    );
  });
});

describe('instant', () => {
  it('is written to the second, in UTC', () => {
    expect(instant(0)).toBe('1970-01-01 00:00:00 UTC');
  });
});
