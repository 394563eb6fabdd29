import { complement, LINE_ENDS, type CodePoints } from './code-points.js';
import { classPoints, escapedPoints, only } from './pattern-escapes.js';
import {
  ended,
  peek,
  take,
  takeIf,
  takeUntil,
  Unsupported,
  type Reader,
} from './pattern-reader.js';

/** What a pattern matches, as a tree. Groups are gone: nothing here captures. */
export type Pattern =
  | { readonly kind: 'set'; readonly points: CodePoints }
  /** `\p{…}`: a set that only a JavaScript engine knows. */
  | { readonly kind: 'property' }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' | 'boundary' | 'not_boundary' }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly branches: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly body: Pattern; readonly min: number; readonly max: number };

export type Parsed =
  { readonly ok: true; readonly pattern: Pattern } | { readonly ok: false; readonly fault: string };

const MAX_SOURCE = 2_000;
const MAX_NESTING = 50;

/**
 * Reads the source of a JavaScript regular expression with the flag `u`.
 *
 * Look-around, back-references and inline flags are faults: no engine that keeps to linear time
 * has them all, and no engine that has them keeps to it.
 */
export function parsePattern(source: string): Parsed {
  if (source.length > MAX_SOURCE)
    return { ok: false, fault: `it is longer than ${MAX_SOURCE} characters` };
  // The engine is the judge of what is well-formed; what follows only takes it apart.
  if (!compiles(source))
    return { ok: false, fault: 'it is not a regular expression with flag `u`' };
  try {
    return { ok: true, pattern: choice({ points: Array.from(source), index: 0, nesting: 0 }) };
  } catch (fault) {
    if (fault instanceof Unsupported) return { ok: false, fault: fault.fault };
    throw fault;
  }
}

function compiles(source: string): boolean {
  try {
    return new RegExp(source, 'u').unicode;
  } catch {
    return false;
  }
}

function choice(reader: Reader): Pattern {
  const branches = [sequence(reader)];
  while (takeIf(reader, '|')) branches.push(sequence(reader));
  return branches.length === 1 && branches[0] !== undefined
    ? branches[0]
    : { kind: 'choice', branches };
}

function sequence(reader: Reader): Pattern {
  const parts: Pattern[] = [];
  while (!ended(reader) && peek(reader) !== '|' && peek(reader) !== ')')
    parts.push(quantified(atom(reader), reader));
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'sequence', parts };
}

function quantified(body: Pattern, reader: Reader): Pattern {
  const counts = quantifier(reader);
  if (counts === undefined) return body;
  takeIf(reader, '?'); // lazy: tries the same ways in another order
  return { kind: 'repeat', body, min: counts[0], max: counts[1] };
}

function quantifier(reader: Reader): readonly [number, number] | undefined {
  if (takeIf(reader, '*')) return [0, Infinity];
  if (takeIf(reader, '+')) return [1, Infinity];
  if (takeIf(reader, '?')) return [0, 1];
  if (!takeIf(reader, '{')) return undefined;
  const [min = '', max] = takeUntil(reader, '}').split(',');
  return [Number(min), max === undefined ? Number(min) : max === '' ? Infinity : Number(max)];
}

function atom(reader: Reader): Pattern {
  const point = take(reader);
  switch (point) {
    case '^':
      return { kind: 'edge', edge: 'start' };
    case '$':
      return { kind: 'edge', edge: 'end' };
    case '.':
      return set(complement(LINE_ENDS));
    case '(':
      return group(reader);
    case '[':
      return set(classPoints(reader));
    case '\\':
      return escape(reader);
    default:
      return set(only(point));
  }
}

function group(reader: Reader): Pattern {
  if (takeIf(reader, '?') && !takeIf(reader, ':')) {
    const isLookAround = ['=', '!'].includes(peek(reader)) || ['=', '!'].includes(peek(reader, 1));
    if (isLookAround) throw new Unsupported('look-around cannot be matched in linear time');
    if (peek(reader) !== '<') throw new Unsupported('it sets flags: write the characters out');
    takeUntil(reader, '>');
  }
  reader.nesting += 1;
  if (reader.nesting > MAX_NESTING) throw new Unsupported('its groups are nested too deeply');
  const body = choice(reader);
  reader.nesting -= 1;
  reader.index += 1; // the closing bracket
  return body;
}

function escape(reader: Reader): Pattern {
  const point = peek(reader);
  if (point === 'b' || point === 'B') {
    reader.index += 1;
    return { kind: 'edge', edge: point === 'b' ? 'boundary' : 'not_boundary' };
  }
  if (/[1-9k]/.test(point))
    throw new Unsupported('back-references cannot be matched in linear time');
  return set(escapedPoints(reader));
}

function set(points: CodePoints | undefined): Pattern {
  return points === undefined ? { kind: 'property' } : { kind: 'set', points };
}
