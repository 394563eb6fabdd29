import {
  complement,
  DIGITS,
  SPACES,
  union,
  WORD,
  type CodePoints,
  type Range,
} from './code-points.js';
import { peek, take, takeIf, takeUntil, Unsupported, type Reader } from './pattern-reader.js';

const ESCAPED_SETS: ReadonlyMap<string, CodePoints> = new Map([
  ['d', DIGITS],
  ['D', complement(DIGITS)],
  ['s', SPACES],
  ['S', complement(SPACES)],
  ['w', WORD],
  ['W', complement(WORD)],
]);

const ESCAPED_CONTROLS: ReadonlyMap<string, number> = new Map([
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
  ['0', 0x00],
]);

/** The characters of an escape, in a class or outside; undefined for `\p{…}` and `\P{…}`. */
export function escapedPoints(reader: Reader): CodePoints | undefined {
  const point = take(reader);
  const named = ESCAPED_SETS.get(point);
  if (named !== undefined) return named;
  if (point === 'p' || point === 'P') {
    takeUntil(reader, '}');
    return undefined;
  }
  const control = ESCAPED_CONTROLS.get(point);
  if (control !== undefined) return [[control, control]];
  if (point === 'c') return single((take(reader).codePointAt(0) ?? 0) % 32);
  if (point === 'x') return single(hex(take(reader) + take(reader)));
  if (point === 'u') return single(unicodeEscape(reader));
  return only(point); // the escaped character itself: with flag `u` nothing else is left
}

function unicodeEscape(reader: Reader): number {
  if (takeIf(reader, '{')) return scalar(hex(takeUntil(reader, '}')));
  const high = hex(takeFour(reader));
  const isPair = high >= 0xd800 && high <= 0xdbff && takeIf(reader, '\\u');
  if (!isPair) return scalar(high);
  return scalar(((high - 0xd800) << 10) + (hex(takeFour(reader)) - 0xdc00) + 0x10000);
}

const takeFour = (reader: Reader): string =>
  take(reader) + take(reader) + take(reader) + take(reader);
const hex = (digits: string): number => Number.parseInt(digits, 16);
const single = (point: number): CodePoints => [[point, point]];
export const only = (point: string): CodePoints => single(scalar(point.codePointAt(0) ?? 0));

/** Half a surrogate pair cannot stand in any value that gets here. */
function scalar(point: number): number {
  if (point >= 0xd800 && point <= 0xdfff) throw new Unsupported('it names half a character');
  return point;
}

/** Reads a class after its opening bracket; undefined when it holds a `\p{…}`. */
export function classPoints(reader: Reader): CodePoints | undefined {
  const isNegated = takeIf(reader, '^');
  const ranges: Range[] = [];
  let isKnown = true;
  while (peek(reader) !== ']') {
    const first = classAtom(reader);
    const isRange = peek(reader) === '-' && peek(reader, 1) !== ']';
    if (first === undefined || !isRange) {
      isKnown &&= first !== undefined;
      ranges.push(...(first ?? []));
      continue;
    }
    reader.index += 1;
    const last = classAtom(reader);
    ranges.push([first[0]?.[0] ?? 0, last?.[0]?.[0] ?? 0]);
  }
  reader.index += 1;
  if (!isKnown) return undefined;
  const points = union(ranges);
  return isNegated ? complement(points) : points;
}

function classAtom(reader: Reader): CodePoints | undefined {
  if (!takeIf(reader, '\\')) return only(take(reader));
  if (takeIf(reader, 'b')) return single(0x08);
  return escapedPoints(reader);
}
