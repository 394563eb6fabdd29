import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ANY,
  complement,
  DIGITS,
  LINE_ENDS,
  SPACES,
  union,
  WORD,
  type CodePoints,
  type Range,
} from '../../../src/contract/schema/code-points.js';

const has = (set: CodePoints, point: number): boolean =>
  set.some(([a, b]) => a <= point && point <= b);

describe('sets of code points', () => {
  test('are joined whatever their order and overlap', () => {
    expect(
      union([
        [5, 9],
        [1, 2],
        [3, 4],
        [8, 12],
        [20, 20],
      ]),
    ).toEqual([
      [1, 12],
      [20, 20],
    ]);
    expect(union([])).toEqual([]);
  });

  test('for every set: a point is in it or in its complement, and never in both', () => {
    const range = fc
      .tuple(fc.nat(0x10ffff), fc.nat(300))
      .map(([a, b]): Range => [a, Math.min(a + b, 0x10ffff)]);
    fc.assert(
      fc.property(fc.array(range), fc.nat(0x10ffff), (ranges, point) => {
        const set = union(ranges);
        expect(has(set, point)).toBe(ranges.some(([a, b]) => a <= point && point <= b));
        expect(has(complement(set), point)).toBe(!has(set, point));
        expect(complement(complement(set))).toEqual(set);
      }),
    );
    expect(complement(ANY)).toEqual([]);
  });

  test('that have a name in JavaScript are exactly those', () => {
    const named: readonly (readonly [RegExp, CodePoints])[] = [
      [/^\d$/u, DIGITS],
      [/^\w$/u, WORD],
      [/^\s$/u, SPACES],
      [/^.$/u, complement(LINE_ENDS)],
    ];
    for (let point = 0; point <= 0xffff; point += 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const text = String.fromCharCode(point);
      for (const [regex, set] of named)
        if (regex.test(text) !== has(set, point)) expect.unreachable(`${regex.source} ${point}`);
    }
  });
});
