import type { HouseholdTime } from './household-time.js';
import { isWithin } from './household-time.js';
import type { Applicable } from './applying.js';
import type { Glob } from '../contract/glob/glob.js';
import { literalIndex, type LiteralPlace } from './literal-index.js';
import type { Question, Ruling } from './policy.js';

/** A rule with its place in the order of rank. */
export interface Ranked extends Applicable {
  readonly order: number;
  /** What is answered where it decides. */
  readonly ruling: Ruling;
}

/** The rules of one scope that can apply to one capability, filed by what they look at. */
export interface RuleIndex {
  /** The first that fits, if it comes before `before`. */
  first(question: Question, before: number): Ranked | undefined;
}

/**
 * Files rules so that a question costs what it costs to look at the rules that its own target leads
 * to, however many others there are.
 */
export function ruleIndex(rules: readonly Ranked[], time: HouseholdTime): RuleIndex {
  const anywhere = rules.filter(({ glob }) => glob === undefined);
  const exact = new Map<string, Ranked[]>();
  const globs: (readonly [LiteralPlace, Ranked])[] = [];
  for (const rule of rules) {
    if (rule.glob === undefined) continue;
    const { pattern } = rule.glob;
    if (rule.glob.exact) exact.set(pattern, [...(exact.get(pattern) ?? []), rule]);
    else globs.push([placeOf(rule.glob), rule]);
  }
  const literals = globs.length > 0 ? literalIndex(globs) : undefined;

  return Object.freeze<RuleIndex>({
    first(question, before) {
      let least = before;
      let found: Ranked | undefined;
      const consider = (rule: Ranked, bound: number): number => {
        if (rule.order >= bound || !fits(rule, question, time)) return bound;
        found = rule;
        return rule.order;
      };
      const considerAll = (some: readonly Ranked[]): void => {
        for (const rule of some) {
          if (rule.order >= least) return;
          least = consider(rule, least);
        }
      };
      considerAll(anywhere);
      const { target } = question;
      if (target === undefined) return found;
      considerAll(exact.get(target) ?? NONE);
      if (literals === undefined) return found;
      least = literals.prefixesOf(target, least, consider);
      least = literals.suffixesOf(target, least, consider);
      literals.insideOf(target, least, consider);
      return found;
    },
  });
}

const NONE: readonly Ranked[] = Object.freeze([]);

/** Under which literal a glob is filed: no target without it can fit. */
function placeOf({ prefix, suffix, tokens }: Glob): LiteralPlace {
  if (prefix.length > 0 && prefix.length >= suffix.length) return { at: 'start', literal: prefix };
  if (suffix.length > 0) return { at: 'end', literal: suffix };
  const pieces = tokens
    .map((token) => (typeof token === 'string' ? token : '\u0000'))
    .join('')
    .split('\u0000');
  return {
    at: 'inside',
    literal: pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest)),
  };
}

/** Tells whether a rule that can apply does: by target, where arguments came from, and hour, the dearest last. */
function fits({ rule, glob }: Ranked, question: Question, time: HouseholdTime): boolean {
  if (glob !== undefined && !glob.matches(question.target ?? '')) return false;
  if (rule.retrieved === true && !isRetrieved(question)) return false;
  return rule.hours === undefined || isWithin(rule.hours, time.minuteAt(question.now()));
}

/** Whether anything in the arguments was retrieved from somewhere. */
export function isRetrieved({ caller }: Pick<Question, 'caller'>): boolean {
  return (caller.provenance?.length ?? 0) > 0;
}
