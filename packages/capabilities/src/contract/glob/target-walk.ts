import type { TargetKind } from '../classification.js';
import { SEPARATOR } from './glob.js';

/** What the last part of a text is so far, as far as it decides how the text may go on. */
export type Tail = 'nothing' | 'dot' | 'dots' | 'something';

/** A text that may become a target, letter by letter. */
export interface Growing {
  readonly text: string;
  readonly tail: Tail;
}

/** Tells whether a text may go on so: paths begin with a slash, and nothing in a target is empty, `.` or `..`. */
export function mayFollow({ text, tail }: Growing, point: string, kind: TargetKind): boolean {
  if (kind === 'path' && text === '') return point === '/';
  return point !== SEPARATOR[kind] || tail === 'something';
}

/** What the last part of a text is after one more code point. */
export function tailAfter(tail: Tail, point: string, kind: TargetKind): Tail {
  if (point === SEPARATOR[kind]) return 'nothing';
  if (kind !== 'path' || point !== '.') return 'something';
  return tail === 'nothing' ? 'dot' : tail === 'dot' ? 'dots' : 'something';
}

/** Tells whether a text is a target as it is. */
export function isTarget({ text, tail }: Growing, kind: TargetKind): boolean {
  return tail === 'something' || (kind === 'path' && text === '/');
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789-_'];

/** A code point that is none of these, for all that are none; undefined where a host has no other. */
export function otherPoint(points: ReadonlySet<string>, kind: TargetKind): string | undefined {
  const letter = LETTERS.find((one) => !points.has(one));
  if (letter !== undefined || kind === 'host') return letter;
  for (let code = 0xe000; ; code += 1) {
    const point = String.fromCodePoint(code);
    if (!points.has(point)) return point;
  }
}
