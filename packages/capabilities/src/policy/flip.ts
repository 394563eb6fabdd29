import type { Effect } from '../contract/classification.js';
import { compileGlob } from '../contract/glob/glob.js';
import { timeOf, type WallClock } from './household-time.js';
import type { Question } from './policy.js';
import { isRetrieved } from './ranked.js';
import type { Rule } from './rule.js';
import { inRankOrder } from './specificity.js';

/** One change of the rules after which the same question is answered otherwise. */
export interface Flip {
  /** The rules to remove, by id. */
  readonly remove: readonly string[];
  /** The rule to add. */
  readonly add?: Rule;
  /** What is answered then. */
  readonly then: Effect;
}

/** What decides a question: the rules that fit it, in the order of their rank. */
export interface Decided {
  readonly fitting: readonly Rule[];
  /** The ids that are taken, by whatever rule. */
  readonly ids: ReadonlySet<string>;
}

/**
 * Finds one change that flips how a question is decided: the winner goes; else a more specific rule
 * comes; else all that say the same go, for finals leave no other way.
 */
export function findFlip({ fitting, ids }: Decided, question: Question, clock: WallClock): Flip {
  const { defaultRuling } = question.capability;
  const [winner, next] = fitting;
  const effect = winner?.effect ?? defaultRuling;
  if (winner !== undefined) {
    const then = next?.effect ?? defaultRuling;
    if (then !== effect) return { remove: [winner.id], then };
  }
  const [plainest, ...narrower] = opposites(question, effect, { ids, clock });
  const add = [plainest, ...narrower].find(
    (one) => winner === undefined || inRankOrder([winner, one])[0] === one,
  );
  return add === undefined
    ? byRemovingAll(fitting, defaultRuling, plainest)
    : { remove: [], add, then: add.effect };
}

/** Takes away whatever decides, until something else does; at the end a new rule may. */
function byRemovingAll(fitting: readonly Rule[], byDefault: Effect, add: Rule): Flip {
  const effect = fitting[0]?.effect ?? byDefault;
  const stop = fitting.findIndex((rule) => rule.effect !== effect);
  const remove = fitting.slice(0, stop < 0 ? fitting.length : stop).map(({ id }) => id);
  const then = fitting[stop]?.effect ?? byDefault;
  return then === effect ? { remove, add, then: add.effect } : { remove, then };
}

interface Around {
  readonly ids: ReadonlySet<string>;
  readonly clock: WallClock;
}

/** Rules that say something else about exactly this, the least specific first. */
function opposites(
  question: Question,
  effect: Effect,
  { ids, clock }: Around,
): readonly [Rule, ...Rule[]] {
  const { capability, caller, target } = question;
  const plain: Rule = {
    id: freeId(ids),
    scope: isMind(caller.principal) ? caller.principal : 'global',
    capability: capability.id,
    ...(target !== undefined && canBeNamed(target, question) && { target }),
    effect: effect === 'allow' ? 'ask' : 'allow',
  };
  const action = capability.sideEffect === 'read_only' ? 'read' : 'write';
  const now = clock.minuteAt(question.now());
  return [
    plain,
    { ...plain, action },
    {
      ...plain,
      action,
      hours: { from: timeOf(now), to: timeOf((now + 1) % 1_440) },
      ...(isRetrieved(question) && { retrieved: true as const }),
    },
  ];
}

const isMind = (principal: string): principal is `mind:${string}` => principal.startsWith('mind:');

/** A target with a character in it that patterns cannot have, or mean otherwise, has no rule alone. */
function canBeNamed(target: string, { capability: { targetKind } }: Question): boolean {
  const glob = targetKind && compileGlob(targetKind, target);
  return glob?.exact === true && glob.matches(target);
}

function freeId(ids: ReadonlySet<string>): string {
  let id = 'flip';
  for (let number = 2; ids.has(id); number += 1) id = `flip-${number}`;
  return id;
}
