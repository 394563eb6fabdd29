import type { Origin } from '../contract/caller.js';
import type { StageName } from '../contract/codes.js';
import type { Network, SideEffect, Effect } from '../contract/classification.js';

/** How far an attempt got: the last stage it passed, or the one that refused it. */
export type StageReached =
  | 'resolved'
  | 'validated'
  | 'policy-checked'
  | 'confirmed'
  | 'executed'
  | `rejected-at-${StageName}`;

/** How an attempt ended. `unknown`: it was begun, and what it did is not known. */
export type OutcomeKind = 'completed' | 'pending' | 'rejected' | 'unknown';

/** What every event carries, of whatever kind. */
export interface Placed {
  /** Names the attempt (of an invocation) or the occurrence; a UUID. */
  readonly id: string;
  /** The process or file whose chain this event is a link of. */
  readonly writer: string;
  /** Its place in that chain, from 1, without gaps. */
  readonly seq: number;
  /** ISO 8601 in UTC with milliseconds, by the clock of whoever appends: the door's own. */
  readonly time: string;
  /** The `hash` of the event before it in this chain; 64 zeros for the first. */
  readonly prev_hash: string;
  /** SHA-256 over everything above, as lower-case hex. */
  readonly hash: string;
}

/**
 * The one terminal record of one attempt. A closed shape: classification and outcome, no content.
 *
 * A field that is not known is absent, never guessed.
 * Source: RFC-0003, «Audit Events».
 */
export interface InvocationEvent extends Placed {
  readonly kind: 'invocation';
  /** As proposed, cut to 128 safe characters when no such capability exists. */
  readonly capability: string;
  readonly version?: number;
  readonly side_effect?: SideEffect;
  readonly network?: Network;
  readonly stage_reached: StageReached;
  readonly outcome: OutcomeKind;
  readonly code?: string;
  /** A word from the contract's own `refusals` or `failures`. */
  readonly reason?: string;
  readonly ruling?: Effect;
  /** The rule that decided, where one did; `grant:<id>` where a grant answered the ask. */
  readonly rule?: string;
  readonly policy_revision?: number;
  readonly origin?: Origin;
  readonly principal?: string;
  readonly intention?: string;
  /** Present and true when a person changed the arguments before saying yes. */
  readonly modified?: true;
  /** UTF-8 bytes of the result's JSON text. */
  readonly result_bytes?: number;
  /** Milliseconds from proposal to outcome, by a monotonic clock, rounded to microseconds. */
  readonly duration_ms: number;
}

/** What else is recorded: that something was decided, granted, configured, or noticed. */
export const NOTICE_KINDS = [
  'decision',
  'grant',
  'configuration',
  'late_settlement',
  'clock_moved_back',
  'checkpoint',
] as const;

/** One kind of notice. */
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A record of something other than an attempt. Closed as well. */
export interface NoticeEvent extends Placed {
  readonly kind: NoticeKind;
  /** Who did it, where somebody did. */
  readonly principal?: string;
  /** The id of what it is about: a pending proposal, a grant, an attempt, a setting. */
  readonly subject?: string;
  readonly code?: string;
}

/** One link of an audit chain. */
export type AuditEvent = InvocationEvent | NoticeEvent;

/** An event of whichever kind without its place in a chain. */
export type WithoutPlace<E> = E extends unknown
  ? Omit<E, 'writer' | 'seq' | 'prev_hash' | 'hash'>
  : never;

/** An event before a sink has given it its place in a chain. */
export type EventDraft = WithoutPlace<AuditEvent>;
