import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { Bytes, orUnknown, Percent, Time } from '../../src/internal/wire-types.js';

describe('wire types', () => {
  it.each([
    ['bytes', Bytes, 0, true],
    ['bytes', Bytes, -1, false],
    ['bytes', Bytes, 1.5, false],
    ['bytes', Bytes, null, false],
    ['bytes or unknown', orUnknown(Bytes), null, true],
    ['bytes or unknown', orUnknown(Bytes), 7, true],
    ['bytes or unknown', orUnknown(Bytes), '7', false],
    ['per cent', Percent, 100, true],
    ['per cent', Percent, 100.1, false],
    ['a time', Time, '2026-06-01T12:00:00Z', true],
    ['a time', Time, '2026-06-01T12:00:00.000Z', false],
  ])('takes for %s: %#', (_, schema, value, fits) => {
    expect(Value.Check(schema, value)).toBe(fits);
  });
});
