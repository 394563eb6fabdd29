import { complement, union, type CodePoints } from './code-points.js';
import type { Pattern } from './pattern-syntax.js';

/** Decides whether a text holds a match. */
export type Matcher = (text: string) => boolean;

const EDGES = {
  start: '\\A',
  end: '\\z',
  boundary: '\\b',
  not_boundary: '\\B',
} as const;

/** A text that gets here holds whole characters only. */
const CHARACTERS: CodePoints = [
  [0, 0xd7ff],
  [0xe000, 0x10ffff],
];

/**
 * Writes a pattern in the syntax of RE2, using only what both engines understand alike: explicit
 * code points instead of classes with names, and edges that know no lines.
 */
export function toRe2(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'set':
      return setOf(pattern.points);
    case 'property':
      return '[^\\x{0}-\\x{10FFFF}]'; // never reached: linearFault refuses it
    case 'edge':
      return EDGES[pattern.edge];
    case 'sequence':
      return pattern.parts.map(toRe2).join('');
    case 'choice':
      return `(?:${pattern.branches.map(toRe2).join('|')})`;
    case 'repeat':
      return `(?:${toRe2(pattern.body)})${count(pattern.min, pattern.max)}`;
  }
}

function setOf(points: CodePoints): string {
  const ranges = complement(union([...complement(points), ...complement(CHARACTERS)]));
  const written = ranges.map(([first, last]) => `${code(first)}-${code(last)}`).join('');
  return written === '' ? '[^\\x{0}-\\x{10FFFF}]' : `[${written}]`;
}

const code = (point: number): string => `\\x{${point.toString(16).toUpperCase()}}`;

function count(min: number, max: number): string {
  if (min === 0 && max === Infinity) return '*';
  if (min === 1 && max === Infinity) return '+';
  return max === Infinity ? `{${min},}` : `{${min},${max}}`;
}

/**
 * Loads the linear-time engine and compiles a pattern for it.
 *
 * The engine is 260 kB, so it is loaded by the first pattern that needs it and by no other.
 */
export async function compileLinear(pattern: Pattern): Promise<Matcher> {
  const { RE2JS } = await import('re2js');
  const compiled = RE2JS.compile(toRe2(pattern));
  return (text) => compiled.test(text);
}
