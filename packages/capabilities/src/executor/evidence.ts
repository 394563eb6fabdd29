import type { Capability, Inner } from '../contract/capability.js';
import type { Caller } from '../contract/caller.js';
import type { Effect } from '../contract/classification.js';
import type { Json } from '../internal/json.js';
import type { Grant } from '../grants/grant.js';
import type { Pending } from '../confirmation/pending.js';
import type { Settled } from '../store/intent-steps.js';
import type { Intake } from './intake.js';

// What is known to be true after each stage. Each type holds all of the one
// before it, so a stage placed too early does not compile.

/** Someone asks. Nothing of it is believed yet. */
export interface Proposed {
  /** Names the attempt; its terminal event has the same id. */
  readonly id: string;
  /** By the monotonic clock. */
  readonly startedAt: number;
  readonly intake: Intake;
  /** As it was handed in; not yet known to be a caller. */
  readonly handed: unknown;
}

/**
 * Begins an attempt. What is not known yet is its own and undefined, so that a word which somebody
 * put on `Object.prototype` is never taken for knowledge.
 *
 * Written out: an object that is made with all its keys is copied from stage to stage at half the
 * cost of one that grew.
 */
export const proposed = ({ id, startedAt, intake, handed }: Proposed): Proposed => {
  const known: Proposed & Record<Exclude<keyof Performed, keyof Proposed>, undefined> = {
    id,
    startedAt,
    intake,
    handed,
    capability: undefined,
    inner: undefined,
    caller: undefined,
    args: undefined,
    argsBytes: undefined,
    target: undefined,
    ruling: undefined,
    rule: undefined,
    policyRevision: undefined,
    fingerprint: undefined,
    recorded: undefined,
    confirmedBy: undefined,
    approved: undefined,
    granted: undefined,
    result: undefined,
    resultBytes: undefined,
  };
  return known;
};

/** The registry holds exactly what was named. */
export interface Resolved extends Proposed {
  readonly capability: Capability;
  readonly inner: Inner;
}

/** The caller is one that host code made, and the arguments are ours, frozen and fitting. */
export interface Validated extends Resolved {
  readonly caller: Caller;
  readonly args: Json;
  /** UTF-8 bytes of their JSON text. */
  readonly argsBytes: number;
  readonly target: string | undefined;
}

/** This principal may do this, here and now, or may ask a person. */
export interface Permitted extends Validated {
  readonly ruling: Exclude<Effect, 'deny'>;
  readonly rule: string | undefined;
  readonly policyRevision: number;
  /** Names what was proposed; there as soon as a key or a person is involved. */
  readonly fingerprint?: string;
  /** What an earlier attempt under the same key came to. */
  readonly recorded?: Settled;
}

/** Nothing stands between this and the handler any more. */
export interface Confirmed extends Permitted {
  /** The table and an allow, a person's yes, a grant, or the record of an earlier attempt under the same key. */
  readonly confirmedBy: 'table' | 'person' | 'grant' | 'record';
  /** The stored proposal a person said yes to, and the hash of the token that says so. */
  readonly approved?: { readonly pending: Pending; readonly tokenHash: string };
  /** The grant that answered the policy's ask. */
  readonly granted?: Grant;
}

/** The handler ran within its bounds, and its result fits. */
export interface Performed extends Confirmed {
  readonly result: Json;
  readonly resultBytes: number;
}
