import { describe, expect, test } from 'vitest';
import {
  linearFault,
  MAX_NATIVE_STEPS,
  nativeSteps,
} from '../../../src/contract/schema/pattern-cost.js';
import { parsePattern } from '../../../src/contract/schema/pattern-syntax.js';

const read = (source: string) => {
  const parsed = parsePattern(source);
  return parsed.ok ? parsed.pattern : expect.unreachable(parsed.fault);
};
const stepsOf = (source: string, maxLength = 200): number => nativeSteps(read(source), maxLength);

describe('runs as it is written', () => {
  test.each([
    ['^[a-z]+$', 4_096],
    ['^[a-z][a-z0-9_]*(?:\\.[a-z][a-z0-9_]*)?$', 128],
    ['^(?:a|b|c)$', 4_096],
    ['[a-z]+$', 500],
    ['^\\d{4}-\\d{2}-\\d{2}$', 10],
    ['^(?:[a-z]{2}){1,3}$', 100],
    ['^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$', 256],
    ['^\\p{L}+$', 4_096],
  ])('%s on %d characters', (source, maxLength) => {
    expect(stepsOf(source, maxLength)).toBeLessThanOrEqual(MAX_NATIVE_STEPS);
  });
});

describe('does not run as it is written, since its ways multiply', () => {
  test.each([
    ['a quantifier within a quantified group', '^(a+)+$'],
    ['overlapping branches within one', '^(a|aa)+$'],
    ['a choice within one', '^(?:a?b?)*$'],
    ['a group that may be nothing', '^(a*)*$'],
    ['many optional parts', `${'a?'.repeat(25)}${'a'.repeat(25)}`],
    ['adjacent loops over the same characters', '^\\s*\\s*\\s*x'],
    ['a loop from every place', '\\s+x$'],
    ['ways after ways', '^(?:a?){12}(?:a?){12}$'],
    ['a bounded repetition of ways', '^(?:a?){25}a{25}$'],
  ])('%s: %s', (_, source) => {
    expect(stepsOf(source, 4_096)).toBeGreaterThan(MAX_NATIVE_STEPS);
  });

  test('even where the bound on the text is all that says so', () => {
    expect(stepsOf('[a-z]+$', 500)).toBeLessThan(stepsOf('[a-z]+$', 5_000));
    expect(stepsOf('[a-z]+$', 5_000)).toBeGreaterThan(MAX_NATIVE_STEPS);
  });
});

test('a pattern anchored in one branch only is tried from every place', () => {
  expect(stepsOf('^a|b')).toBeGreaterThan(200);
  expect(stepsOf('^a|^b')).toBeLessThan(20);
  expect(stepsOf('(?:^a)+')).toBeLessThan(1_000);
});

test('the bound is at least what a backtracking engine really does', () => {
  // `a?` n times and then `a` n times is 2^n ways for a text of n.
  for (const n of [4, 8, 12])
    expect(stepsOf(`^${'a?'.repeat(n)}${'a'.repeat(n)}$`, n)).toBeGreaterThanOrEqual(2 ** n);
});

describe('a linear-time engine', () => {
  test.each([
    ['(a+)+$', 4_096],
    ['(?:[a-z]{0,30}){5}!', 1_000],
  ])('takes %s on %d characters', (source, maxLength) => {
    expect(linearFault(read(source), maxLength)).toBeUndefined();
  });

  test.each([
    ['`\\p`', '(?:\\p{L}+)+', 100],
    ['`\\B`', '(?:a+)+\\B', 100],
    ['more than 1000 times', 'a{0,1001}', 100],
    ['more than 1000 times', '(?:(?:a{40}){40})+', 100],
    ['too many states', '(?:[a-z]{0,30}){30}!', 4_096],
    ['too many states', '(?:a+)+', 1_000_000],
  ])('is refused for %s: %s', (words, source, maxLength) => {
    expect(linearFault(read(source), maxLength)).toContain(words);
  });
});
