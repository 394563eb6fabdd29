import type { Effect } from '../contract/classification.js';
import { compileGlob } from '../contract/glob/glob.js';
import { deepFreeze } from '../internal/freeze.js';
import { does, selects } from './applying.js';
import { findFlip, type Flip } from './flip.js';
import { windowOf, type WallClock } from './household-time.js';
import type { Question } from './policy.js';
import { isRetrieved } from './ranked.js';
import type { Rule } from './rule.js';
import { outranksBy, type Ranking } from './specificity.js';

export type { Flip } from './flip.js';

/** What about a question a rule does not fit. */
export type Misfit = 'other_target' | 'other_action' | 'outside_hours' | 'not_retrieved';

/** Why a rule does not decide: it does not fit, it was outranked by something, or nothing unlocks the capability. */
export type Why = `outranked_by_${Ranking}` | Misfit | 'locked';

/** What decides a question, and what would change that. */
export interface Explanation {
  readonly effect: Effect;
  /** The rule that decides; absent where the capability's default or its lock does. */
  readonly winner?: Rule;
  /** The other rules for this capability and principal, in the order of their rank. */
  readonly losers: readonly { readonly rule: Rule; readonly why: Why }[];
  /** Absent for a locked capability: nothing changes that. */
  readonly flip?: Flip;
}

/** Explains how a question is decided by these rules, given in the order of their rank. */
export function explain(
  ranked: readonly Rule[],
  question: Question,
  clock: WallClock,
): Explanation {
  const { capability, caller } = question;
  const about = ranked
    .filter(
      (rule) =>
        (rule.scope === 'global' || rule.scope === caller.principal) &&
        selects(rule.capability, capability),
    )
    .map((rule) => ({ rule, misfit: misfitOf(rule, question, clock) }));
  if (capability.locked)
    return deepFreeze({
      effect: 'deny',
      losers: about.map(({ rule, misfit }) => ({ rule, why: misfit ?? 'locked' })),
    });
  const fitting = about.flatMap(({ rule, misfit }) => (misfit === undefined ? rule : []));
  const [winner] = fitting;
  return deepFreeze({
    effect: winner?.effect ?? capability.defaultRuling,
    ...(winner !== undefined && { winner }),
    losers: about
      .filter(({ rule }) => rule !== winner)
      .map(({ rule, misfit }) => ({
        rule,
        why: misfit ?? (`outranked_by_${outranksBy(winner ?? rule, rule)}` as const),
      })),
    flip: findFlip({ fitting, ids: idsOf(ranked) }, question, clock),
  });
}

const idsOf = (rules: readonly Rule[]): ReadonlySet<string> => new Set(rules.map(({ id }) => id));

/** What the question lacks that the rule looks at; undefined where the rule fits. */
function misfitOf(rule: Rule, question: Question, clock: WallClock): Misfit | undefined {
  const { action, target, hours, retrieved } = rule;
  if (action !== undefined && !does(action, question.capability)) return 'other_action';
  if (target !== undefined && !fitsTarget(target, question)) return 'other_target';
  if (retrieved === true && !isRetrieved(question)) return 'not_retrieved';
  if (hours !== undefined && !windowOf(hours).has(clock.minuteAt(question.now())))
    return 'outside_hours';
  return undefined;
}

/** Tells whether a pattern fits the target of a question. */
function fitsTarget(pattern: string, { capability, target }: Question): boolean {
  if (capability.targetKind === undefined || target === undefined) return false;
  return compileGlob(capability.targetKind, pattern)?.matches(target) === true;
}
