import type { Disclosure } from '../confirmation/disclosure.js';
import type { Pending, PendingState, StoredRequest } from '../confirmation/pending.js';
import type { Origin, Principal, Provenance } from '../contract/caller.js';
import type { Grant, NewGrant } from '../grants/grant.js';
import type { Awaitable } from '../internal/awaitable.js';

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
  /** Whether nothing but a policy's ask stands in the way, so that a grant could have answered. */
  readonly grantable: boolean;
  /** How long it may wait. */
  readonly ttlMs: number;
  /** How many open ones this principal may have. */
  readonly maxOpen: number;
}

/** A person's answer to a pending proposal. */
export type Answer =
  | {
      readonly state: 'approved';
      readonly by: string;
      readonly ttlMs: number;
      /** Given in the same step: the yes holds for a time. */
      readonly grant?: NewGrant;
    }
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
  /** The grant that was given with it. */
  readonly grant?: Grant;
}

/** What a door remembers of proposals that wait for a person, and of their tokens. */
export interface PendingSteps {
  /** What `openPending` would come to now; `fresh` where it would open one. Changes nothing. */
  foreseePending(wanted: Wanted): Awaitable<Pending | 'too_many_pending' | 'fresh'>;
  /**
   * Opens a pending proposal, or returns the live or declined one of the same fingerprint.
   *
   * Marks of provenance are only ever added: an open one takes over new marks with their
   * disclosure; one that was approved or changed without them is withdrawn, and opened anew.
   * `grantable` is only ever taken away.
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
  revoke(id: string): Awaitable<Changed>;
  /** Makes this the one token of an approved proposal; gives the time it ends, or undefined. */
  mint(id: string, tokenHash: string, ttlMs: number): Awaitable<number | undefined>;
}
