import type { Violation } from '../contract/schema/accept-schema.js';
import type { Grant, GrantState } from '../grants/grant.js';

/** Why nothing was granted or revoked. Closed; a later version may add to it. */
export type GrantCode =
  | 'not_found'
  | 'not_a_decider'
  | 'invalid_grant'
  | 'grant_without_effect'
  | 'already_ended'
  | 'audit_failed'
  | 'desk_failed';

/** The grant as it now stands, or why nothing changed. */
export type GrantAnswer =
  | { readonly ok: true; readonly grant: Grant }
  | {
      readonly ok: false;
      readonly code: GrantCode;
      /** With `invalid_grant`: which fields break which rule; never their values. */
      readonly violations?: readonly Violation[];
      /** With `already_ended`: how it stands. */
      readonly state?: GrantState;
    };

/** What a person wants to grant. Every part is checked. */
export interface GrantWish {
  /** The login name of the person, from the host's own session. */
  readonly person: string;
  /** Who is to hold it: one principal. */
  readonly holder: string;
  /** A `GrantScope`. */
  readonly scope: unknown;
  /** How long it lasts, seven days at most. */
  readonly lastsMs: number;
  /** In how long it starts; at once unless given. */
  readonly startsInMs?: number;
  /** How often it may be used; without a count unless given. */
  readonly uses?: number;
}

/** Where persons give and take back grants. What changes something answers; a look rejects with what the store threw. */
export interface GrantDesk {
  /** Grants as they stand at this moment, in the order they were given. */
  list(filter?: {
    readonly holder?: string;
    readonly states?: readonly GrantState[];
  }): Promise<readonly Grant[]>;
  find(id: string): Promise<Grant | undefined>;
  /** Grants, for as long and as much as stated and no more. Offered only where it would have an effect. */
  give(wish: GrantWish): Promise<GrantAnswer>;
  /** Ends a grant at once, and for good. */
  revoke(what: { readonly grant: string; readonly person: string }): Promise<GrantAnswer>;
}
