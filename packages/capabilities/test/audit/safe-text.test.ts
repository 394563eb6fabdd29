import { describe, expect, it } from 'vitest';
import { isSafeText, SAFE_TEXT_LENGTH, safeText } from '../../src/audit/safe-text.js';

describe('safeText', () => {
  it('leaves names, paths and ids as they are', () => {
    for (const text of ['web.fetch', 'person:ada', 'step:p-1/2/s_3', 'a@b', 'x'])
      expect(safeText(text)).toBe(text);
  });

  it('S1-124: puts `_` for whatever is no letter or digit of ASCII or one of _ . : @ / -', () => {
    expect(safeText('a b\tc')).toBe('a_b_c');
    expect(safeText('läuft')).toBe('l_uft');
    expect(safeText('<script>"\\')).toBe('_script___');
    expect(safeText('аррӏе')).toBe('_____');
    expect(safeText('💥')).toBe('__');
    expect(safeText('a\u2028b\u0000c\u001b[31md\r\n')).toBe('a_b_c__31md__');
  });

  it('S1-124: cuts to 128 characters', () => {
    expect(safeText('a'.repeat(129))).toBe('a'.repeat(SAFE_TEXT_LENGTH));
    expect(safeText('é'.repeat(1_000_000))).toBe('_'.repeat(128));
  });

  it('makes something of nothing, so that a field which is there can be seen', () => {
    expect(safeText('')).toBe('_');
  });
});

describe('isSafeText', () => {
  it('accepts just what safeText leaves as it is', () => {
    expect(['', 'a b', 'a\n', '\na', 'é', 'a'.repeat(129)].filter(isSafeText)).toEqual([]);
    expect(['a', 'a'.repeat(128), '_.:@/-'].filter(isSafeText)).toHaveLength(3);
  });
});
