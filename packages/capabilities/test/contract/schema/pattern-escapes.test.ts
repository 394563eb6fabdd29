import { describe, expect, test } from 'vitest';
import { classPoints, escapedPoints } from '../../../src/contract/schema/pattern-escapes.js';
import { parsePattern } from '../../../src/contract/schema/pattern-syntax.js';

const reader = (source: string) => ({ points: Array.from(source), index: 0, nesting: 0 });

describe('an escape stands for the characters JavaScript gives it', () => {
  test.each([
    ['t', 0x09],
    ['n', 0x0a],
    ['0', 0],
    ['cJ', 0x0a],
    ['x41', 0x41],
    ['u00e9', 0xe9],
    ['u{1F600}', 0x1f600],
    ['ud83d\\ude00', 0x1f600],
    ['.', 0x2e],
    ['-', 0x2d],
    ['/', 0x2f],
  ])('\\%s', (source, point) => {
    expect(escapedPoints(reader(source))).toEqual([[point, point]]);
  });

  test('of a property only a JavaScript engine knows which', () => {
    const read = reader('p{Script=Greek}x');
    expect(escapedPoints(read)).toBeUndefined();
    expect(read.index).toBe('p{Script=Greek}'.length);
  });
});

describe('a class', () => {
  test.each([
    [
      'a-cx]',
      [
        [0x61, 0x63],
        [0x78, 0x78],
      ],
    ],
    [
      '\\d\\b-]',
      [
        [0x08, 0x08],
        [0x2d, 0x2d],
        [0x30, 0x39],
      ],
    ],
    ['\\x41-\\x43]', [[0x41, 0x43]]],
    ['^\\u{0}-\\u{10FFFF}]', []],
    ['^]', [[0, 0x10ffff]]],
    [']', []],
    ['😀-😂]', [[0x1f600, 0x1f602]]],
    [
      '-a]',
      [
        [0x2d, 0x2d],
        [0x61, 0x61],
      ],
    ],
  ])('[%s', (source, points) => {
    expect(classPoints(reader(source))).toEqual(points);
  });

  test('with a property is known to JavaScript alone', () => {
    expect(classPoints(reader('a-z\\p{L}]'))).toBeUndefined();
    expect(parsePattern('[a-z\\p{L}]')).toEqual({ ok: true, pattern: { kind: 'property' } });
  });

  test.each(['\\ud800', '[\\ud800-\\udbff]', '[\ud800]'])(
    'that names half a character is refused: %j',
    (source) => {
      expect(parsePattern(source)).toEqual({ ok: false, fault: 'it names half a character' });
    },
  );
});
