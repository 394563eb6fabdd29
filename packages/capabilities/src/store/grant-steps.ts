import type { CapabilityRequest, NewRequest, RequestState } from '../grants/capability-request.js';
import type { Grant, GrantState, NewGrant } from '../grants/grant.js';
import type { Awaitable } from '../internal/awaitable.js';

/** What revoking did. */
export interface Revoked {
  readonly changed: boolean;
  /** Undefined when there is no such grant. */
  readonly grant: Grant | undefined;
}

/** A person's answer to a capability request, or the asker's own withdrawal. */
export type RequestAnswer =
  | {
      readonly state: 'granted';
      readonly by: string;
      readonly note?: string;
      /** Given in the same step. */
      readonly grant: NewGrant;
    }
  | { readonly state: 'declined'; readonly by: string; readonly note?: string }
  | { readonly state: 'withdrawn'; readonly by: string };

/** What deciding on a request did. */
export interface RequestChanged {
  readonly changed: boolean;
  /** Undefined when there is no such request. */
  readonly request: CapabilityRequest | undefined;
  readonly grant?: Grant;
}

/** What a door remembers of grants, and of what was asked for. */
export interface GrantSteps {
  addGrant(grant: NewGrant): Awaitable<Grant>;
  findGrant(id: string): Awaitable<Grant | undefined>;
  /** As they stand at this moment: what time ended is not `live`, swept or not. In the order they were given. */
  listGrants(filter?: {
    readonly holder?: string;
    readonly states?: readonly GrantState[];
  }): Awaitable<readonly Grant[]>;
  /** Ends a live grant for good. */
  revokeGrant(id: string, by: string): Awaitable<Revoked>;

  /** Opens a request, or returns the open one of the same principal and digest. */
  openRequest(request: NewRequest): Awaitable<CapabilityRequest | 'too_many_requests'>;
  findRequest(id: string): Awaitable<CapabilityRequest | undefined>;
  listRequests(filter?: {
    readonly principal?: string;
    readonly states?: readonly RequestState[];
  }): Awaitable<readonly CapabilityRequest[]>;
  /** Answers an open one, if it still is what was seen. Withdrawing needs no `seen`. */
  decideRequest(
    id: string,
    seen: string | undefined,
    answer: RequestAnswer,
  ): Awaitable<RequestChanged>;
}
