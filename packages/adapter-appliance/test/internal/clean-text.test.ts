import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../src/internal/clean-text.js';

describe('cleanText', () => {
  it.each([
    ['  sovereign\n', 'sovereign'],
    ['a\u001b[31mb\u0000c', 'a\ufffd[31mb\ufffdc'],
    ['a\u202eb\u200bc\ud800', 'a\ufffdb\ufffdc\ufffd'],
    ['grüße 🏠', 'grüße 🏠'],
    ['', null],
    [' \n ', null],
  ])('makes %j into %j', (text, clean) => {
    expect(cleanText(text, 64)).toBe(clean);
  });

  it('cuts by characters, never within one', () => {
    expect(cleanText('🏠🏠🏠', 2)).toBe('🏠🏠');
  });

  test.prop([fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 })])(
    'for every text: what is left can be shown, fits, and is well formed',
    (text, max) => {
      const clean = cleanText(text, max);
      if (clean === null) return;
      expect(Array.from(clean).length).toBeLessThanOrEqual(max);
      expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Surrogate}]/u);
      expect(clean).toBe(clean.trim());
    },
  );
});
