import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { wholeNumber } from '../../src/internal/whole-number.js';

describe('wholeNumber', () => {
  it.each([
    undefined,
    '',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '0x1',
    ' 1',
    '9007199254740993',
    '99999999999999999',
  ])('knows nothing of %j', (text) => {
    expect(wholeNumber(text)).toBeNull();
  });

  test.prop([fc.nat({ max: Number.MAX_SAFE_INTEGER })])(
    'for every whole number: reads it exactly',
    (value) => {
      expect(wholeNumber(String(value))).toBe(value);
    },
  );
});
