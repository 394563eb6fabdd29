import type { Occasion, Origin, Principal } from '../contract/caller.js';
import type { GrantedContract, GrantScope } from './grant.js';

/** What somebody asks to be granted, and why. Every field is there to be read by the person who decides. */
export interface RequestDraft {
  readonly scope: GrantScope;
  /** How long it is asked for; within what a grant may last. */
  readonly durationMs: number;
  /** How many operations it is asked for. */
  readonly operations: number;
  readonly reason: string;
  /** References to what speaks for it. */
  readonly evidence: readonly string[];
  readonly risk: string;
  readonly mitigation: string;
  /** What is done without it. */
  readonly fallback: string;
  /** What else was considered. */
  readonly alternatives: readonly string[];
}

/** Only `open` may still change; the others are final at once. */
export type RequestState = 'open' | 'granted' | 'declined' | 'withdrawn' | 'expired';

/** One line of a request's history, which only grows. */
export interface RequestEntry {
  /** Milliseconds since 1970 by the store's clock. */
  readonly time: number;
  /** A principal. */
  readonly by: string;
  readonly kind: 'asked' | 'granted' | 'declined' | 'withdrawn' | 'expired';
  readonly note?: string;
  /** The grant that came of it. */
  readonly grant?: string;
}

/** What is to be put before a person. The store adds state, times and history. */
export interface NewRequest extends RequestDraft {
  readonly id: string;
  readonly principal: Principal;
  readonly origin: Origin;
  readonly occasion?: Occasion;
  /** What it is for: requests of one intention are one item to decide. */
  readonly intention?: string;
  readonly contracts: readonly GrantedContract[];
  /** SHA-256 over its `requestText`: what you see is what you sign. */
  readonly digest: string;
  /** How long it may wait. */
  readonly ttlMs: number;
  /** How many open ones this principal may have: the attention budget. */
  readonly maxOpen: number;
}

/** A mind's wish for a grant, as a store keeps it. Source: decision «Capability requests». */
export interface CapabilityRequest extends Omit<NewRequest, 'ttlMs' | 'maxOpen'> {
  readonly state: RequestState;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly history: readonly RequestEntry[];
  /** The grant that came of it. */
  readonly grant?: string;
}
