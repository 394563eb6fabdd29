import { STRICTNESS, type Effect } from '../contract/classification.js';
import { disarm, isThenable } from '../internal/awaitable.js';
import type { Ruling } from '../policy/policy.js';
import type { Door } from './door.js';
import type { Validated } from './evidence.js';
import { reject, type Rejection } from './verdict.js';

/** A ruling that lets an invocation go on, and where it came from. */
export interface Ruled {
  readonly ok: true;
  readonly ruling: Exclude<Effect, 'deny'>;
  readonly rule: string | undefined;
  readonly policyRevision: number;
}

/**
 * Rules on what is known now: lock, context, and then the policy in force.
 *
 * Stage 3 asks it, and stage 5 asks it again: a deny that came meanwhile wins.
 */
export function ruleOn(known: Validated, door: Door): Ruled | Rejection {
  const { capability, caller, target } = known;
  if (capability.locked) return reject('policy', 'locked');
  if (caller.context !== undefined && caller.context !== 'live')
    return reject('policy', 'not_live');

  const policyRevision = door.policy.revision;
  const answer = readRuling(
    door.policy.rule({ capability, caller, target, now: () => door.clock.now() }),
  );
  if (answer.effect === 'deny')
    return reject('policy', 'denied_by_policy', {
      ruled: { effect: 'deny', rule: answer.rule, policyRevision },
    });
  const ruling = caller.commitment === true ? 'ask' : answer.effect;
  return { ok: true, ruling, rule: answer.rule, policyRevision };
}

/** A ruling in which an absent rule is its own and undefined. */
type Own = Required<{ readonly [Field in keyof Ruling]: Ruling[Field] | undefined }> &
  Pick<Ruling, 'effect'>;

const NO_OPINION: Own = Object.freeze({ effect: 'deny', rule: undefined });

/** A policy that gives no opinion of its own has not given permission. */
function readRuling(answer: unknown): Own {
  if (isThenable(answer)) disarm(answer);
  if (typeof answer !== 'object' || answer === null) return NO_OPINION;
  const said = answer as { readonly effect?: unknown; readonly rule?: unknown };
  const effect = Object.hasOwn(said, 'effect') ? said.effect : undefined;
  if (typeof effect !== 'string' || !Object.hasOwn(STRICTNESS, effect)) return NO_OPINION;
  const rule = Object.hasOwn(said, 'rule') ? said.rule : undefined;
  return { effect: effect as Effect, rule: typeof rule === 'string' ? rule : undefined };
}
