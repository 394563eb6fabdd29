import type { Occasion, Origin, Principal, Provenance } from '../contract/caller.js';
import type { Json } from '../internal/json.js';
import type { Disclosure } from './disclosure.js';

/** A proposal as it will run: the stored copy, never one that a client echoes. */
export interface StoredRequest {
  readonly capability: string;
  readonly version: number;
  /** The digest of the contract it was proposed under. */
  readonly contractDigest: string;
  readonly principal: Principal;
  readonly occasion?: Occasion;
  readonly target?: string;
  readonly args: Json;
}

/**
 * Where a pending proposal stands. `open` and `approved` may still change;
 * the others are final at once.
 */
export type PendingState = 'open' | 'approved' | 'spent' | 'declined' | 'expired' | 'withdrawn';

/** A proposal that waits for a person, as a store keeps it. */
export interface Pending {
  readonly id: string;
  readonly state: PendingState;
  /** Names the request that will run. */
  readonly fingerprint: string;
  /** Names the request that was first proposed; the same unless a person changed the arguments. */
  readonly asked: string;
  readonly request: StoredRequest;
  readonly disclosure: Disclosure;
  readonly origin: Origin;
  /** Where text inside the arguments came from; only ever added to. */
  readonly provenance: readonly Provenance[];
  readonly intention?: string;
  /** Whether nothing but a policy's ask stood in the way, so that a grant could have answered. */
  readonly grantable: boolean;
  /** Milliseconds since 1970 by the store's clock. */
  readonly createdAt: number;
  /** Until when it may be decided. */
  readonly expiresAt: number;
  readonly decidedBy?: string;
  /** Until when an approval may be used. */
  readonly approvedUntil?: number;
  readonly note?: string;
  /** JSON pointers of the arguments a person changed. */
  readonly modified?: readonly string[];
}

/** What whoever asked may see of it: no token, and no way to decide. */
export interface PendingView {
  readonly id: string;
  readonly state: PendingState;
  readonly disclosure: Disclosure;
  readonly expiresAt: number;
}

/** Shows a pending proposal to whoever asked. */
export function viewOf(pending: Pending): PendingView {
  return Object.freeze({
    id: pending.id,
    state: pending.state,
    disclosure: pending.disclosure,
    expiresAt: pending.expiresAt,
  });
}
