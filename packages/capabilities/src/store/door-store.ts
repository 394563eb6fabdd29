import type { Pending, PendingState, StoredRequest } from '../confirmation/pending.js';
import type { Disclosure } from '../confirmation/disclosure.js';
import type { Origin, Principal, Provenance } from '../contract/caller.js';
import type { RejectionCode } from '../contract/codes.js';
import type { Awaitable } from '../internal/awaitable.js';
import type { Json } from '../internal/json.js';

/** By what a pending proposal is looked for. */
export interface Wanted {
  readonly principal: Principal;
  readonly fingerprint: string;
  /** How many open ones this principal may have. */
  readonly maxOpen: number;
}

/** What is to be put before a person. The store adds state and times by its own clock. */
export interface NewPending {
  readonly id: string;
  readonly request: StoredRequest;
  readonly fingerprint: string;
  readonly disclosure: Disclosure;
  readonly origin: Origin;
  readonly provenance: readonly Provenance[];
  readonly intention?: string;
  /** How long it may wait. */
  readonly ttlMs: number;
  /** How many open ones this principal may have. */
  readonly maxOpen: number;
}

/** A person's answer to a pending proposal. */
export type Answer =
  | { readonly state: 'approved'; readonly by: string; readonly ttlMs: number }
  | { readonly state: 'declined'; readonly by: string; readonly note?: string }
  | { readonly state: 'withdrawn'; readonly by: string };

/** Changed arguments, on which the person has yet to decide. */
export interface Modification {
  readonly request: StoredRequest;
  readonly fingerprint: string;
  readonly disclosure: Disclosure;
  readonly modified: readonly string[];
}

/** What a conditional update did: the row as it now stands, and whether this call changed it. */
export interface Changed {
  readonly changed: boolean;
  /** Undefined when there is no such pending proposal. */
  readonly pending: Pending | undefined;
}

/** What is claimed, all or none, before a handler starts. */
export interface Intent {
  /** The attempt's id; its terminal event has the same. */
  readonly id: string;
  readonly capability: string;
  readonly version: number;
  readonly principal: Principal;
  /** Burnt by this, when the attempt was confirmed. */
  readonly tokenHash?: string;
  /** What the caller proposed; equal to what was asked under the token. */
  readonly fingerprint?: string;
  /** Counted by this, when the attempt belongs to a turn. */
  readonly turn?: string;
  readonly maxPerTurn: number;
  readonly key?: string;
  readonly policyRevision: number;
  /** Two timeouts and five seconds: after that any process may close the intent. */
  readonly deadlineMs: number;
  readonly mutating: boolean;
}

/** Whether an intent is now durable; else why nothing was claimed. */
export type Begun =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: 'confirmation_refused' | 'turn_limit' | 'key_conflict' | 'policy_changed';
    };

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

/**
 * Everything the door must remember to be right: pending proposals, tokens,
 * turn counts, keys and intents. Every method is one atomic step of the
 * backend, and time is the backend's own.
 *
 * Source: decision «One transaction before, one after».
 */
export interface DoorStore {
  /** The backend's time in milliseconds since 1970; never less than it gave before. */
  now(): Awaitable<number>;

  /** What `openPending` would come to now; `fresh` where it would open one. Changes nothing. */
  foreseePending(wanted: Wanted): Awaitable<Pending | 'too_many_pending' | 'fresh'>;
  /**
   * Opens a pending proposal, or returns the live or declined one of the same fingerprint.
   *
   * Marks of provenance are only ever added: an open one takes over new marks with their
   * disclosure; one that was approved or changed without them is withdrawn, and opened anew.
   */
  openPending(pending: NewPending): Awaitable<Pending | 'too_many_pending'>;
  findPending(id: string): Awaitable<Pending | undefined>;
  /** The approved proposal whose current token has this hash. */
  findByToken(tokenHash: string): Awaitable<Pending | undefined>;
  listPending(filter?: {
    readonly principal?: string;
    readonly states?: readonly PendingState[];
  }): Awaitable<readonly Pending[]>;
  /** Answers an open one, if its disclosure still is the one that was seen. Withdrawing needs no `seen`. */
  decide(id: string, seen: string | undefined, answer: Answer): Awaitable<Changed>;
  /** Replaces the request of an open one, if its disclosure still is the one that was seen. */
  modify(id: string, seen: string, modification: Modification): Awaitable<Changed>;
  /** Withdraws what is open or approved, its token with it. What has run stays so. */
  revoke(id: string): Awaitable<void>;
  /** Makes this the one token of an approved proposal; gives the time it ends, or undefined. */
  mint(id: string, tokenHash: string, ttlMs: number): Awaitable<number | undefined>;

  /** How often this capability has run in this turn. */
  turnCount(turn: string, capability: string): Awaitable<number>;
  /** Writes down a run that was not begun by an intent. */
  countTurn(turn: string, capability: string): Awaitable<void>;

  /** What an earlier attempt under this key came to. */
  recorded(principal: Principal, key: string, fingerprint: string): Awaitable<Recorded>;
  /** Burns, counts, checks and writes the intent: all or none. */
  begin(intent: Intent): Awaitable<Begun>;
  /** Settles an intent; false when it was settled or closed before. */
  end(id: string, settled: Settled): Awaitable<boolean>;
  /** Closes every intent whose deadline passed, each for exactly one caller. */
  closeOverdue(): Awaitable<readonly Overdue[]>;
}
