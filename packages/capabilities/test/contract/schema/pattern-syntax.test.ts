import { describe, expect, test } from 'vitest';
import { parsePattern, type Pattern } from '../../../src/contract/schema/pattern-syntax.js';

const set = (first: number, last = first): Pattern => ({ kind: 'set', points: [[first, last]] });
const a = set(0x61);
const b = set(0x62);

describe('a pattern is read as JavaScript reads it with flag u', () => {
  test.each<[string, Pattern]>([
    ['a', a],
    ['ab', { kind: 'sequence', parts: [a, b] }],
    ['a|b', { kind: 'choice', branches: [a, b] }],
    ['a|', { kind: 'choice', branches: [a, { kind: 'sequence', parts: [] }] }],
    ['', { kind: 'sequence', parts: [] }],
    ['(?:a)', a],
    ['(a)', a],
    ['(?<name>a)', a],
    ['a*', { kind: 'repeat', body: a, min: 0, max: Infinity }],
    ['a+?', { kind: 'repeat', body: a, min: 1, max: Infinity }],
    ['a?', { kind: 'repeat', body: a, min: 0, max: 1 }],
    ['a{3}', { kind: 'repeat', body: a, min: 3, max: 3 }],
    ['a{3,}', { kind: 'repeat', body: a, min: 3, max: Infinity }],
    ['a{3,5}?', { kind: 'repeat', body: a, min: 3, max: 5 }],
    [
      '^$',
      {
        kind: 'sequence',
        parts: [
          { kind: 'edge', edge: 'start' },
          { kind: 'edge', edge: 'end' },
        ],
      },
    ],
    [
      '\\b\\B',
      {
        kind: 'sequence',
        parts: [
          { kind: 'edge', edge: 'boundary' },
          { kind: 'edge', edge: 'not_boundary' },
        ],
      },
    ],
    ['\\^', set(0x5e)],
    ['\\p{L}', { kind: 'property' }],
  ])('%j', (source, pattern) => {
    expect(parsePattern(source)).toEqual({ ok: true, pattern });
  });
});

describe('a pattern is refused', () => {
  test.each([
    ['(?=a)', 'look-around'],
    ['(?!a)', 'look-around'],
    ['(?<=a)', 'look-around'],
    ['(?<!a)', 'look-around'],
    ['(a)\\1', 'back-references'],
    ['(?<n>a)\\k<n>', 'back-references'],
    ['(?i:a)', /flag/],
    ['(', 'not a regular expression'],
    ['a{2,1}', 'not a regular expression'],
    ['\\-', 'not a regular expression'],
    ['[b-a]', 'not a regular expression'],
    ['^*', 'not a regular expression'],
    [`${'('.repeat(60)}${')'.repeat(60)}`, 'nested too deeply'],
    ['a'.repeat(2_001), 'longer than 2000 characters'],
  ])('%j', (source, words) => {
    const parsed = parsePattern(source);
    expect(parsed.ok ? 'accepted' : parsed.fault).toMatch(words);
  });
});
