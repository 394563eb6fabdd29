import { describe, expect, test } from 'vitest';
import { isSafePath } from '../../../src/contract/schema/safe-path.js';
import { accept } from './accepting.js';

describe('a safe-path', () => {
  test.each([
    'a',
    'a/b/c.txt',
    '.hidden/file',
    '...x',
    'a..b/c.',
    'über/straße.md',
    '100%/50 %.txt',
    'a b/c d',
    'file:with-colon',
  ])('is %s', (path) => {
    expect(isSafePath(path)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['an absolute path', '/etc/passwd'],
    ['a drive', 'C:/windows'],
    ['a drive alone', 'c:x'],
    ['the folder itself', '.'],
    ['the folder above', '..'],
    ['the folder above, before', '../x'],
    ['the folder above, within', 'a/../../x'],
    ['the folder above, after', 'a/..'],
    ['the folder above as Windows reads it', 'a/.. /x'],
    ['more dots', 'a/.../x'],
    ['an empty segment', 'a//b'],
    ['an empty segment after', 'a/'],
    ['a back-slash', 'a\\b'],
    ['a back-slash up', '..\\x'],
    ['NUL', 'a\u0000.txt'],
    ['a control character', 'a\nb'],
    ['a later control character', 'a\u0085b'],
    ['a line separator', 'a\u2028b'],
    ['half a character', 'a\udc00'],
    ['an encoded dot', '%2e%2e/x'],
    ['an encoded dot in capitals', '%2E%2E/x'],
    ['an encoded slash', '..%2fx'],
    ['an encoded back-slash', '..%5cx'],
    ['an encoded NUL', 'a%00.txt'],
    ['encoding twice over', '%252e%252e%252fx'],
    ['overlong encoding', '%c0%ae%c0%ae/x'],
    ['encoding of another kind', '%u002e%u002e/x'],
    ['full-width dots', '\uff0e\uff0e/x'],
    ['a two-dot leader', '\u2025/x'],
    ['a full-width slash up', '..\uff0fx'],
    ['a full-width back-slash', 'a\uff3cb'],
    ['a full-width percent sign', '\uff052e\uff052e/x'],
    ['a full-width drive', '\uff23:/x'],
  ])('S3-175 is refused for %s: %j', (_, path) => {
    expect(isSafePath(path)).toBe(false);
  });

  test('S3-175 is what a schema asks for by `safe-path`', () => {
    const { check } = accept({ type: 'string', format: 'safe-path' });
    expect([check('a/b'), check('../b')]).toEqual([true, false]);
  });
});
