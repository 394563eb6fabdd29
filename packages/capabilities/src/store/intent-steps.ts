import type { EventDraft } from '../audit/event.js';
import type { Principal } from '../contract/caller.js';
import type { RejectionCode } from '../contract/codes.js';
import type { Awaitable } from '../internal/awaitable.js';
import type { Json } from '../internal/json.js';

/** What is claimed, all or none, before a handler starts. */
export interface Intent {
  /** The attempt's id; its terminal event has the same. */
  readonly id: string;
  readonly capability: string;
  readonly version: number;
  readonly principal: Principal;
  /** Burnt by this, when the attempt was confirmed. */
  readonly tokenHash?: string;
  /** The grant that answered a policy's ask: one use of it is taken. */
  readonly grant?: string;
  /** What the caller proposed; equal to what was asked under the token. */
  readonly fingerprint?: string;
  /** Counted by this, when the attempt belongs to a turn. */
  readonly turn?: string;
  readonly maxPerTurn: number;
  readonly key?: string;
  /** The revision of this store's own policy that was ruled under; absent where another policy rules. */
  readonly policyRevision?: number;
  /** Two timeouts and five seconds: after that any process may close the intent. */
  readonly deadlineMs: number;
  readonly mutating: boolean;
}

/** Why nothing was claimed. */
export type BeginCode =
  'confirmation_refused' | 'grant_ended' | 'turn_limit' | 'key_conflict' | 'policy_changed';

/** Whether an intent is now durable; else why nothing was claimed. */
export type Begun =
  | {
      readonly ok: true;
      /** It took the last use of its grant. */
      readonly grantSpent?: true;
    }
  | { readonly ok: false; readonly code: BeginCode };

/** How an attempt ended, as its key remembers it. */
export interface Settled {
  readonly outcome: 'completed' | 'rejected' | 'unknown';
  readonly code?: RejectionCode;
  readonly reason?: string;
  /** Absent when it was not completed, or is no longer held. */
  readonly result?: Json;
  readonly resultBytes?: number;
}

/** What is known under a key. */
export type Recorded =
  | { readonly state: 'unseen' }
  | { readonly state: 'running' }
  | { readonly state: 'conflict' }
  | { readonly state: 'settled'; readonly settled: Settled };

/** An intent whose deadline passed before anybody settled it. */
export interface Overdue {
  readonly id: string;
  readonly capability: string;
  readonly version: number;
  readonly principal: Principal;
  readonly mutating: boolean;
  /** How long ago it was begun. */
  readonly ageMs: number;
}

/** What a door remembers of attempts: turns, keys, and what was begun. */
export interface IntentSteps {
  /** How often this capability has run in this turn. */
  turnCount(turn: string, capability: string): Awaitable<number>;
  /** Writes down a run that was not begun by an intent. */
  countTurn(turn: string, capability: string): Awaitable<void>;

  /** What an earlier attempt under this key came to. */
  recorded(principal: Principal, key: string, fingerprint: string): Awaitable<Recorded>;
  /** Burns, counts, checks and writes the intent: all or none. */
  begin(intent: Intent): Awaitable<Begun>;
  /**
   * Settles an intent; false when it was settled or closed before.
   *
   * With `event`, where the store names its `sink`: the terminal event is appended in the same step,
   * and only if the intent was still to be settled.
   */
  end(id: string, settled: Settled, event?: EventDraft): Awaitable<boolean>;
  /** Intents whose deadline passed and that nobody settled. Changes nothing: `end` closes one, for one caller. */
  overdue(): Awaitable<readonly Overdue[]>;
}
