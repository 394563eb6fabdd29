import type { TargetKind } from '../classification.js';
import { canonicalTarget } from '../target.js';
import { ANY, ANY_RUN, isPattern, tokensOf, type Token } from './glob-syntax.js';
import { tokenMatcher } from './token-matcher.js';

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
  /** Tells whether the whole target fits; takes one step per code point and 32 tokens at most. */
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
  if (pattern === undefined || (kind === 'host' && /^\.|\.\./.test(pattern))) return undefined;
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
      // Before it is lower-cased: other letters than these have lower-case forms among them.
      if (!/^[A-Za-z0-9*?._:-]+$/.test(written)) return undefined;
      return written.toLowerCase().replace(/\.$/, '');
    }
    case 'path': {
      const isAbsolute = written.startsWith('/') || written.startsWith('**');
      const isResolved = !/\/(?:\.{0,2})(?:\/|$)/.test(written.length > 1 ? written : '/-');
      return isAbsolute && isResolved && !/%(?:2e|2f|5c|00)/i.test(written) ? written : undefined;
    }
  }
}

type Shape = Omit<Glob, 'matches'>;

function matcherOf({ pattern, exact, tokens, prefix, suffix, separator }: Shape): Glob['matches'] {
  if (exact) return (target) => target === pattern;
  const least = prefix.length + suffix.length;
  const between = tokens.slice(pointsOf(prefix), tokens.length - pointsOf(suffix));
  const [only, ...others] = between;
  if (others.length > 0 || only === ANY) {
    const isBetween = tokenMatcher({ tokens: between, separator });
    return (target) =>
      target.length >= least &&
      target.startsWith(prefix) &&
      target.endsWith(suffix) &&
      isBetween(target, prefix.length, target.length - suffix.length);
  }
  // One run between two literals is the usual pattern: it is told without a walk.
  const barrier = only === ANY_RUN ? undefined : separator;
  return (target) =>
    target.length >= least &&
    target.startsWith(prefix) &&
    target.endsWith(suffix) &&
    (barrier === undefined ||
      !hasBetween(target, barrier, prefix.length, target.length - suffix.length));
}

function hasBetween(target: string, separator: string, from: number, to: number): boolean {
  const at = target.indexOf(separator, from);
  return at >= 0 && at < to;
}

const pointsOf = (text: string): number => [...text].length;
