import type { Glob } from '../contract/glob/glob.js';
import type { WallClock, Window } from './household-time.js';
import type { Question, Ruling } from './policy.js';
import type { Rule } from './rule.js';

/** A rule that can apply to a capability, with its place in the order of rank. */
export interface Ranked {
  readonly rule: Rule;
  /** Less outranks more. */
  readonly order: number;
  /** What is answered where it decides. */
  readonly ruling: Ruling;
  /** Undefined where it looks at no target. */
  readonly glob: Glob | undefined;
  /** Undefined where it looks at no hour. */
  readonly window: Window | undefined;
  /** Whether it looks at where arguments came from. */
  readonly retrieved: boolean;
}

/** Tells whether a rule that can apply does: by target, where arguments came from, and hour, the dearest last. */
export function fits(ranked: Ranked, question: Question, clock: WallClock): boolean {
  const { glob } = ranked;
  const { target } = question;
  if (glob !== undefined && (target === undefined || !glob.matches(target))) return false;
  return holds(ranked, question, clock);
}

/** Tells whether a rule holds of what it fits by its target: by where arguments came from, and hour. */
export function holds(
  { retrieved, window }: Ranked,
  question: Question,
  clock: WallClock,
): boolean {
  if (retrieved && !isRetrieved(question)) return false;
  return window === undefined || window.has(clock.minuteAt(question.now()));
}

/** Whether anything in the arguments was retrieved from somewhere. */
export function isRetrieved({ caller }: Pick<Question, 'caller'>): boolean {
  return (caller.provenance?.length ?? 0) > 0;
}
