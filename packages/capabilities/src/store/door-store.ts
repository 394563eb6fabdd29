import type { EventDraft } from '../audit/event.js';
import type { AuditSink } from '../audit/sink.js';
import type { Grant } from '../grants/grant.js';
import type { Awaitable } from '../internal/awaitable.js';
import type { GrantSteps } from './grant-steps.js';
import type { IntentSteps } from './intent-steps.js';
import type { PendingSteps } from './pending-steps.js';
import type { PolicySteps } from './policy-steps.js';

/** What a sweep ended: each is told to exactly one caller. */
export interface Swept {
  /** Grants that lapsed. */
  readonly grants: readonly Grant[];
  /** The ids of pending proposals and approvals that lapsed. */
  readonly pending: readonly string[];
  /** The ids of capability requests that lapsed. */
  readonly requests: readonly string[];
  /** The clock was found set back: every pending proposal, token and live grant was ended. */
  readonly clockMovedBack: boolean;
}

/**
 * Everything the door must remember to be right: pending proposals, tokens, grants, capability
 * requests, turn counts, keys, intents and the policy. Every method is one atomic step of the
 * backend, and time is the backend's own.
 *
 * Source: decision «One transaction before, one after».
 */
export interface DoorStore extends PendingSteps, IntentSteps, GrantSteps, PolicySteps {
  /** The sink whose events lie in the same database, where there is one: `end` takes the event with it. */
  readonly sink?: AuditSink;
  /** The backend's time in milliseconds since 1970; never less than it gave before. */
  now(): Awaitable<number>;
  /**
   * Ends what time has ended, and forgets what nobody can ask for any more. Any process may, at any
   * time. Overdue intents stay: whoever closes one puts it on record.
   *
   * With `moved`, where the store names its `sink`: if the clock was found set back and nobody was
   * told yet, this event is appended in the same step.
   */
  sweep(moved?: EventDraft): Awaitable<Swept>;
}
