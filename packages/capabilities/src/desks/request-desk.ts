import type { Caller } from '../contract/caller.js';
import type { Violation } from '../contract/schema/accept-schema.js';
import type { CapabilityRequest, RequestState } from '../grants/capability-request.js';
import type { Grant } from '../grants/grant.js';

/** Why a request was not opened or decided. Closed; a later version may add to it. */
export type RequestCode =
  | 'not_found'
  | 'not_a_decider'
  | 'invalid_caller'
  | 'not_live'
  | 'principal_inactive'
  | 'invalid_request'
  | 'unknown_capability'
  | 'locked'
  | 'grant_without_effect'
  | 'too_many_requests'
  | 'recently_declined'
  | 'disclosure_changed'
  | 'already_decided'
  | 'invalid_decision'
  | 'wider_than_asked'
  | 'audit_failed'
  | 'desk_failed';

/** The request as it now stands, with the grant that came of it; or why nothing changed. */
export type RequestDeskAnswer =
  | { readonly ok: true; readonly request: CapabilityRequest; readonly grant?: Grant }
  | {
      readonly ok: false;
      readonly code: RequestCode;
      /** With `invalid_request` and `wider_than_asked`: which fields; never their values. */
      readonly violations?: readonly Violation[];
      /** How it stands, where the person may know. */
      readonly state?: RequestState;
    };

/** A person's answer to a request, as it comes from a screen. */
export interface RequestDecision {
  readonly request: string;
  /** The login name of the person, from the host's own session. */
  readonly person: string;
  /** The digest of the request on that person's screen. */
  readonly seen: string;
  /** `true` grants and `false` declines. Nothing else does either. */
  readonly approve: boolean;
  readonly note?: string;
  /** With a yes: what is granted instead of all that was asked. It may only be less. */
  readonly narrow?: {
    readonly lastsMs?: number;
    readonly uses?: number;
    /** A `GrantScope` that covers nothing the asked one does not. */
    readonly scope?: unknown;
  };
}

/** The requests of one intention of one principal: one item of somebody's attention. */
export interface RequestBatch {
  readonly principal: string;
  readonly intention?: string;
  readonly requests: readonly CapabilityRequest[];
}

/** Which requests to look at. */
export interface RequestFilter {
  readonly principal?: string;
  readonly states?: readonly RequestState[];
}

/**
 * Where minds ask for grants, and persons decide on what they ask. What changes something answers; a look
 * rejects with what the store threw.
 */
export interface RequestDesk {
  list(filter?: RequestFilter): Promise<readonly CapabilityRequest[]>;
  /** The same, one item for each intention, in the order in which the first of each was asked. */
  batches(filter?: RequestFilter): Promise<readonly RequestBatch[]>;
  find(id: string): Promise<CapabilityRequest | undefined>;
  /** Grants what was asked, or less, or declines. */
  decide(decision: RequestDecision): Promise<RequestDeskAnswer>;
  /** Takes back what the caller itself asked for, while nobody has decided. */
  withdraw(id: string, caller: Caller): Promise<RequestDeskAnswer>;
}
