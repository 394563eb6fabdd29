import type { Pattern } from './pattern-syntax.js';

/** A pattern that a backtracking engine decides within this many steps runs as JavaScript. */
export const MAX_NATIVE_STEPS = 1_000_000;

/** States of a linear-time engine times characters: about 15 ns each, so some 30 ms at most. */
export const MAX_LINEAR_WORK = 2_000_000;

/** The largest counted repetition, and the largest product of nested ones, that re2js takes. */
const MAX_REPEAT = 1_000;

/** How much a part of a pattern can make a backtracking engine do, at worst. */
interface Work {
  /** In how many ways it can match from one place: what must be tried when all the rest fails. */
  readonly ways: number;
  /** Steps to try them all. */
  readonly steps: number;
}

/**
 * Bounds the steps in which a backtracking engine decides a pattern on a text of at most so many
 * characters, whatever the text: every way of every part is taken with every way of the parts
 * before it, from every place a match may start at. Infinity where the ways multiply without end.
 */
export function nativeSteps(pattern: Pattern, maxLength: number): number {
  const { steps } = workOf(pattern, maxLength);
  return isAnchored(pattern) ? steps : steps * (maxLength + 1);
}

function workOf(pattern: Pattern, maxLength: number): Work {
  switch (pattern.kind) {
    case 'set':
    case 'property':
    case 'edge':
      return { ways: 1, steps: 1 };
    case 'sequence':
      return pattern.parts
        .map((part) => workOf(part, maxLength))
        .reduce(
          (before, part) => ({
            ways: before.ways * part.ways,
            steps: before.steps + before.ways * part.steps,
          }),
          { ways: 1, steps: 1 },
        );
    case 'choice':
      return pattern.branches
        .map((branch) => workOf(branch, maxLength))
        .reduce(
          (sum, branch) => ({ ways: sum.ways + branch.ways, steps: sum.steps + branch.steps + 1 }),
          { ways: 0, steps: 0 },
        );
    case 'repeat':
      return repeated(workOf(pattern.body, maxLength), pattern.min, pattern.max, maxLength);
  }
}

/** A body with one way is only counted; with more, each round multiplies them. */
function repeated(body: Work, min: number, max: number, maxLength: number): Work {
  // More rounds than characters match nothing new: JavaScript ends a loop that stands still.
  const most = Math.min(max, Math.max(min, maxLength));
  if (body.ways === 1) {
    const ways = most - min + 1;
    return { ways, steps: most * body.steps + ways };
  }
  const rounds = (count: number): number => (body.ways ** count - 1) / (body.ways - 1);
  const ways = rounds(most + 1) - rounds(min);
  return { ways, steps: rounds(most) * body.steps + ways };
}

/** Whether a match can start at the first character only. */
function isAnchored(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'edge':
      return pattern.edge === 'start';
    case 'sequence':
      return pattern.parts[0] !== undefined && isAnchored(pattern.parts[0]);
    case 'choice':
      return pattern.branches.every(isAnchored);
    case 'repeat':
      return pattern.min > 0 && isAnchored(pattern.body);
    default:
      return false;
  }
}

/**
 * Says why a linear-time engine cannot run a pattern, or nothing when it can.
 *
 * Admitted is what re2js and JavaScript understand alike and what it decides in bounded time.
 */
export function linearFault(pattern: Pattern, maxLength: number): string | undefined {
  if (contains(pattern, (part) => part.kind === 'property'))
    return '`\\p` is not the same to both engines: list the characters';
  // Seen within a character of two units, where by the letter of ECMA-262 there is no place at all.
  if (contains(pattern, (part) => part.kind === 'edge' && part.edge === 'not_boundary'))
    return '`\\B` is not the same to both engines: list the characters around it';
  if (largestRepeat(pattern) > MAX_REPEAT)
    return `it repeats a part more than ${MAX_REPEAT} times: use \`maxLength\` for the length`;
  return states(pattern) * (maxLength + 1) > MAX_LINEAR_WORK
    ? 'it has too many states for texts of this length: lower `maxLength`'
    : undefined;
}

function partsOf(pattern: Pattern): readonly Pattern[] {
  switch (pattern.kind) {
    case 'sequence':
      return pattern.parts;
    case 'choice':
      return pattern.branches;
    case 'repeat':
      return [pattern.body];
    default:
      return [];
  }
}

function contains(pattern: Pattern, isWanted: (part: Pattern) => boolean): boolean {
  return isWanted(pattern) || partsOf(pattern).some((part) => contains(part, isWanted));
}

function largestRepeat(pattern: Pattern): number {
  const within = Math.max(1, ...partsOf(pattern).map(largestRepeat));
  return pattern.kind === 'repeat' ? copies(pattern.min, pattern.max) * within : within;
}

/** How often a repeated body is written out by an engine without counters. */
function copies(min: number, max: number): number {
  return Math.max(1, max === Infinity ? min : max);
}

function states(pattern: Pattern): number {
  const within = partsOf(pattern).reduce((sum, part) => sum + states(part), 1);
  return pattern.kind === 'repeat' ? copies(pattern.min, pattern.max) * (within + 1) : within;
}
