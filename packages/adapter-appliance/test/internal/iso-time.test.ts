import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { isoTime } from '../../src/internal/iso-time.js';

describe('isoTime', () => {
  it('writes UTC to the second', () => {
    expect(isoTime(1_780_000_000_999)).toBe('2026-05-28T20:26:40Z');
  });

  test.prop([fc.double()])('for every number: a time of 20 characters, or null', (value) => {
    expect(isoTime(value) ?? '2026-05-28T20:26:40Z').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });
});
