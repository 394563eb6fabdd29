import type { TargetKind } from '../classification.js';
import { canonicalTarget } from '../target.js';
import { ANY, ANY_RUN, isPattern, RUN, tokensOf, type Token } from './glob-syntax.js';

/** A pattern that was accepted for one kind of target. */
export interface Glob {
  /** In the one form that targets have too. */
  readonly pattern: string;
  readonly tokens: readonly Token[];
  /** What `*` and `?` stop at; undefined where nothing separates. */
  readonly separator: string | undefined;
  /** Whether it names one target. */
  readonly exact: boolean;
  /** How many code points of it are literal. */
  readonly literals: number;
  /** What every target of it begins with. */
  readonly prefix: string;
  /** What every target of it ends with. */
  readonly suffix: string;
  /** Tells whether the whole target fits; takes at most pattern times target steps. */
  matches(target: string): boolean;
}

/** What separates the parts of a target. Source: decision «Globs». */
export const SEPARATOR: Readonly<Record<TargetKind, string | undefined>> = Object.freeze({
  path: '/',
  host: '.',
  name: undefined,
});

/**
 * Accepts a pattern for one kind of target; undefined where it is none for it.
 *
 * A pattern without wildcards is brought to canonical form by the very function that targets are,
 * so that no rule sees another form of a target than another rule.
 */
export function compileGlob(kind: TargetKind, written: string): Glob | undefined {
  if (!isPattern(written)) return undefined;
  const exact = !/[*?]/.test(written);
  const pattern = exact ? canonicalTarget(kind, written) : canonicalPattern(kind, written);
  if (pattern === undefined) return undefined;
  const separator = SEPARATOR[kind];
  const tokens = tokensOf(pattern);
  const glob = {
    pattern,
    tokens,
    separator,
    exact,
    literals: tokens.filter((token) => typeof token === 'string').length,
    prefix: exact ? pattern : (/^[^*?]*/.exec(pattern)?.[0] ?? ''),
    suffix: exact ? pattern : (/[^*?]*$/.exec(pattern)?.[0] ?? ''),
  };
  return Object.freeze({ ...glob, matches: matcherOf(glob) });
}

function canonicalPattern(kind: TargetKind, written: string): string | undefined {
  switch (kind) {
    case 'name':
      return written;
    case 'host': {
      const host = written.toLowerCase().replace(/\.$/, '');
      return /^[a-z0-9*?._:[\]-]+$/.test(host) && !host.includes('..') ? host : undefined;
    }
    case 'path': {
      const isAbsolute = written.startsWith('/') || written.startsWith('**');
      const isResolved = !/\/(?:\.{0,2})(?:\/|$)/.test(written.length > 1 ? written : '/-');
      return isAbsolute && isResolved && !/%(?:2e|2f|5c|00)/i.test(written) ? written : undefined;
    }
  }
}

type Shape = Omit<Glob, 'matches'>;

function matcherOf(glob: Shape): Glob['matches'] {
  const { pattern, exact, tokens, prefix, suffix, separator } = glob;
  if (exact) return (target) => target === pattern;
  const wild = tokens.filter((token) => typeof token !== 'string');
  const [only] = wild;
  if (wild.length > 1 || only === ANY) return (target) => fits(glob, target);
  // One run between two literals: the usual pattern, told without a walk.
  const least = prefix.length + suffix.length;
  const crosses = only === ANY_RUN || separator === undefined;
  return (target) =>
    target.length >= least &&
    target.startsWith(prefix) &&
    target.endsWith(suffix) &&
    (crosses || !hasBetween(target, separator, prefix.length, target.length - suffix.length));
}

function hasBetween(target: string, separator: string, from: number, to: number): boolean {
  const at = target.indexOf(separator, from);
  return at >= 0 && at < to;
}

/** Walks the target once, with every place the pattern may be at: no step is ever taken back. */
function fits(glob: Shape, target: string): boolean {
  let places = startOf(glob);
  for (const point of target) {
    places = advance(glob, places, point);
    if (places.length === 0) return false;
  }
  return places.at(-1) === glob.tokens.length;
}

/** The places of a pattern before the first code point, in ascending order. */
export function startOf({ tokens }: Pick<Glob, 'tokens'>): readonly number[] {
  const places: number[] = [];
  enter(tokens, places, 0);
  return places;
}

/** The places of a pattern after one more code point, in ascending order; the last is its length where it fits. */
export function advance(
  { tokens, separator }: Pick<Glob, 'tokens' | 'separator'>,
  places: readonly number[],
  point: string,
): readonly number[] {
  const next: number[] = [];
  for (const place of places) {
    const token = tokens[place];
    if (token === undefined) continue;
    if (token === ANY_RUN || (token === RUN && point !== separator)) enter(tokens, next, place);
    else if (token === ANY ? point !== separator : token === point) enter(tokens, next, place + 1);
  }
  return next;
}

/** Adds a place, and those behind the runs that may be empty; places come in ascending order. */
function enter(tokens: readonly Token[], places: number[], place: number): void {
  for (let at = place; ; at += 1) {
    const last = places.at(-1);
    if (last === undefined || at > last) places.push(at);
    const token = tokens[at];
    if (token !== RUN && token !== ANY_RUN) return;
  }
}
