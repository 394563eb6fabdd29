/** A run of code points, both ends included. */
export type Range = readonly [first: number, last: number];

/** A set of code points as ordered runs that do not touch. */
export type CodePoints = readonly Range[];

export const LAST_CODE_POINT = 0x10ffff;

export const ANY: CodePoints = [[0, LAST_CODE_POINT]];
export const DIGITS: CodePoints = [[0x30, 0x39]];
export const WORD: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
/** White space and line ends. Source: ECMA-262, «CharacterClassEscape :: s». */
export const SPACES: CodePoints = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
/** What `.` does not match. */
export const LINE_ENDS: CodePoints = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

/** Joins runs in any order into one set. */
export function union(ranges: readonly Range[]): CodePoints {
  const joined: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && range[0] <= last[1] + 1)
      joined[joined.length - 1] = [last[0], Math.max(last[1], range[1])];
    else joined.push(range);
  }
  return joined;
}

/** Every code point that is not in a set. */
export function complement(set: CodePoints): CodePoints {
  const gaps: Range[] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_CODE_POINT) gaps.push([next, LAST_CODE_POINT]);
  return gaps;
}
