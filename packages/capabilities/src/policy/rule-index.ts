import type { Glob } from '../contract/glob/glob.js';
import { firstOf, listFinder, type Finder } from './finder.js';
import type { WallClock } from './household-time.js';
import { literalIndex, type LiteralPlace } from './literal-index.js';
import type { Question } from './policy.js';
import { fits, holds, type Ranked } from './ranked.js';

/** Rules of one scope and selector, as far as they can apply to capabilities of one kind. */
export interface RuleIndex {
  /** All of them, in the order of their rank. */
  readonly rules: readonly Ranked[];
  /** The order of the first; infinite where there is none. */
  readonly least: number;
  /** The first that fits, if it comes before `before`. */
  first(question: Question, before: number): Ranked | undefined;
}

/**
 * Files rules so that a question costs what it costs to look at the rules that its own target leads
 * to, however many others there are.
 */
export function ruleIndex(rules: readonly Ranked[], clock: WallClock): RuleIndex {
  const accepts = (rule: Ranked, question: Question): boolean => fits(rule, question, clock);
  const anywhere = rules.filter(({ glob }) => glob === undefined);
  const globs = rules.flatMap((thing) =>
    thing.glob === undefined || thing.glob.exact ? [] : { thing, places: placesOf(thing.glob) },
  );
  const untargeted = listFinder(anywhere, accepts);
  const targeted = firstOf(
    [exactFinder(rules, clock), literalIndex(globs, accepts)].filter(isUsed),
  );

  return Object.freeze<RuleIndex>({
    rules: Object.freeze(rules),
    least: Math.min(untargeted.least, targeted.least),
    first(question, before) {
      const { target } = question;
      // A final deny without a target comes before all that have one: it may save the look at them.
      const common = untargeted.first('', before, question);
      const bound = common?.order ?? before;
      if (target === undefined || targeted.least >= bound) return common;
      return targeted.first(target, bound, question) ?? common;
    },
  });
}

/** Finds rules that name the very target. */
function exactFinder(rules: readonly Ranked[], clock: WallClock): Finder<Ranked, Question> {
  const byTarget = new Map<string, Ranked[]>();
  let least = Infinity;
  for (const rule of rules) {
    if (rule.glob?.exact !== true) continue;
    least = Math.min(least, rule.order);
    const same = byTarget.get(rule.glob.pattern);
    if (same === undefined) byTarget.set(rule.glob.pattern, [rule]);
    else same.push(rule);
  }
  return Object.freeze<Finder<Ranked, Question>>({
    least,
    only: undefined,
    first(target, before, question) {
      const same = byTarget.get(target);
      if (same === undefined) return undefined;
      for (const rule of same) {
        if (rule.order >= before) return undefined;
        if (holds(rule, question, clock)) return rule;
      }
      return undefined;
    },
  });
}

const isUsed = ({ least }: Finder<Ranked, Question>): boolean => least < Infinity;

/** The literals without which no target can fit a glob; those that are looked up soonest first. */
function placesOf({ prefix, suffix, tokens }: Glob): readonly LiteralPlace[] {
  const pieces: string[] = [''];
  for (const token of tokens)
    if (typeof token === 'string') pieces[pieces.length - 1] += token;
    else pieces.push('');
  const inside = pieces.slice(1, -1).map((literal) => ({ at: 'inside', literal }) as const);
  return [
    { at: 'start', literal: prefix } as const,
    { at: 'end', literal: suffix } as const,
    ...inside,
  ].filter(({ literal }) => literal !== '');
}
