import { describe, expect, test } from 'vitest';
import { compileLinear, toRe2 } from '../../../src/contract/schema/linear-pattern.js';
import { parsePattern } from '../../../src/contract/schema/pattern-syntax.js';

const read = (source: string) => {
  const parsed = parsePattern(source);
  return parsed.ok ? parsed.pattern : expect.unreachable(parsed.fault);
};

test.each([
  ['^a$', '\\A[\\x{61}-\\x{61}]\\z'],
  ['(?:a|)*', '(?:(?:[\\x{61}-\\x{61}]|))*'],
  ['a{2,}', '(?:[\\x{61}-\\x{61}]){2,}'],
  ['[^\\u{0}-\\u{10ffff}]', '[^\\x{0}-\\x{10FFFF}]'],
  ['[\\u{d7ff}-\\u{e000}]', '[\\x{D7FF}-\\x{D7FF}\\x{E000}-\\x{E000}]'],
])('%s is written for RE2 without anything the two engines read differently', (source, written) => {
  expect(toRe2(read(source))).toBe(written);
});

describe('the linear-time engine agrees with JavaScript on', () => {
  const texts = [
    '',
    'a',
    'A',
    '\n',
    'a\n',
    'a\nb',
    '\r',
    '\u2028',
    '\u00a0',
    '\ufeff',
    '\u180e',
    'é',
    'ſ',
    'K',
    '٣',
    '_',
    ' a ',
    '😀',
    'a😀b',
    '\u0000',
    '\v',
    '\u0085',
    'foo bar',
    '-',
    '\\',
  ];

  test.each([
    '^a$',
    'a$',
    '^.$',
    '^.*$',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\bfoo\\b',
    '\\b',
    '[^a]',
    '^[\\s\\S]$',
    '^\\W\\w\\W$',
    '[]',
    '[^]',
    '^(?:)*$',
    '(?:a*)*',
    '(?:|a)+b',
    '(?:^|\\n)b',
    '$',
    '^',
    'a{0}b?',
    '\\x00',
    '[\\b]',
    '\\v',
    '^[\\w-]+$',
  ])('%s', async (source) => {
    const matches = await compileLinear(read(source));
    const native = new RegExp(source, 'u');
    expect(texts.map((text) => [text, matches(text)])).toEqual(
      texts.map((text) => [text, native.test(text)]),
    );
  });
});
