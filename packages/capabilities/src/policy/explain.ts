import type { Effect } from '../contract/classification.js';
import { deepFreeze } from '../internal/freeze.js';
import { compileGlob } from '../contract/glob/glob.js';
import { does, selects } from './applying.js';
import { isWithin, type HouseholdTime } from './household-time.js';
import type { Question } from './policy.js';
import type { Rule } from './rule.js';
import { isRetrieved } from './rule-index.js';
import { inRankOrder, outranksBy, type Ranking } from './specificity.js';

/** Why a rule does not decide: by what it was outranked, or what about the question it does not fit. */
export type Why =
  `outranked_by_${Ranking}` | 'other_target' | 'other_action' | 'outside_hours' | 'not_retrieved';

/** One change of the rules after which the same question is answered otherwise. */
export interface Flip {
  /** The rules to remove, by id. */
  readonly remove: readonly string[];
  /** The rule to add. */
  readonly add?: Rule;
  /** What is answered then. */
  readonly then: Effect;
}

/** What decides a question, and what would change that. */
export interface Explanation {
  readonly effect: Effect;
  /** The rule that decides; absent where the capability's default does. */
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
  time: HouseholdTime,
): Explanation {
  const { capability, caller } = question;
  const ask: Ask = { question, minute: lazily(() => time.minuteAt(question.now())) };
  const about = ranked.filter(
    (rule) =>
      (rule.scope === 'global' || rule.scope === caller.principal) &&
      selects(rule.capability, capability),
  );
  const winner = winnerOf(about, ask);
  const flip = capability.locked ? undefined : findFlip(about, ask);
  return deepFreeze({
    effect: capability.locked ? 'deny' : (winner?.effect ?? capability.defaultRuling),
    ...(winner !== undefined && { winner }),
    losers: about
      .filter((rule) => rule !== winner)
      .map((rule) => ({ rule, why: whyNot(rule, winner, ask) })),
    ...(flip !== undefined && { flip }),
  });
}

interface Ask {
  readonly question: Question;
  readonly minute: () => number;
}

const winnerOf = (ranked: readonly Rule[], ask: Ask): Rule | undefined =>
  ranked.find((rule) => misfit(rule, ask) === undefined);

const effectOf = (ranked: readonly Rule[], ask: Ask): Effect =>
  winnerOf(ranked, ask)?.effect ?? ask.question.capability.defaultRuling;

function whyNot(rule: Rule, winner: Rule | undefined, ask: Ask): Why {
  const miss = misfit(rule, ask);
  if (miss !== undefined) return miss;
  return `outranked_by_${outranksBy(winner ?? rule, rule)}`;
}

function misfit(rule: Rule, { question, minute }: Ask): Why | undefined {
  const { capability } = question;
  if (rule.action !== undefined && !does(rule.action, capability)) return 'other_action';
  if (rule.target !== undefined && !fitsTarget(rule.target, question)) return 'other_target';
  if (rule.retrieved === true && !isRetrieved(question)) return 'not_retrieved';
  if (rule.hours !== undefined && !isWithin(rule.hours, minute())) return 'outside_hours';
  return undefined;
}

function fitsTarget(pattern: string, { capability, target }: Question): boolean {
  if (capability.targetKind === undefined || target === undefined) return false;
  return compileGlob(capability.targetKind, pattern)?.matches(target) === true;
}

/** Prefers taking the winner away; then adding a more specific rule; then taking away all that say so. */
function findFlip(ranked: readonly Rule[], ask: Ask): Flip | undefined {
  const effect = effectOf(ranked, ask);
  const winner = winnerOf(ranked, ask);
  if (winner !== undefined) {
    const then = effectOf(without(ranked, [winner.id]), ask);
    if (then !== effect) return { remove: [winner.id], then };
  }
  const added = opposites(ranked, ask, effect);
  for (const add of added) {
    const then = effectOf(inRankOrder([...ranked, add]), ask);
    if (then !== effect) return { remove: [], add, then };
  }
  return byRemovingAll(ranked, ask, added);
}

/** Takes away whatever decides, until something else does; at the end a new rule may. */
function byRemovingAll(
  ranked: readonly Rule[],
  ask: Ask,
  added: readonly Rule[],
): Flip | undefined {
  const effect = effectOf(ranked, ask);
  const remove: string[] = [];
  for (let left = ranked; ; left = without(ranked, remove)) {
    const then = effectOf(left, ask);
    if (then !== effect) return { remove, then };
    const winner = winnerOf(left, ask);
    if (winner === undefined) break;
    remove.push(winner.id);
  }
  const [add] = added;
  return add && { remove, add, then: add.effect };
}

const without = (rules: readonly Rule[], ids: readonly string[]): readonly Rule[] =>
  rules.filter(({ id }) => !ids.includes(id));

/** Rules that say something else about exactly this, the least specific first. */
function opposites(
  ranked: readonly Rule[],
  { question, minute }: Ask,
  effect: Effect,
): readonly Rule[] {
  const { capability, caller, target } = question;
  const ids = new Set(ranked.map(({ id }) => id));
  let id = 'flip';
  for (let number = 2; ids.has(id); number += 1) id = `flip-${number}`;
  const now = minute();
  // A target with a wildcard's character in it cannot be named alone.
  const isPlain = target !== undefined && !/[*?]/.test(target) && fitsTarget(target, question);
  const plain: Rule = {
    id,
    scope: caller.principal.startsWith('mind:') ? (caller.principal as Rule['scope']) : 'global',
    capability: capability.id,
    ...(isPlain && { target }),
    effect: effect === 'allow' ? 'ask' : 'allow',
  };
  const action = capability.sideEffect === 'read_only' ? 'read' : 'write';
  return [
    plain,
    { ...plain, action },
    {
      ...plain,
      action,
      hours: { from: clock(now), to: clock((now + 1) % 1_440) },
      ...(isRetrieved(question) && { retrieved: true as const }),
    },
  ];
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
