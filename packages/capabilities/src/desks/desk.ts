import type { Caller } from '../contract/caller.js';
import type { Violation } from '../contract/schema/accept-schema.js';
import type { RejectionCode } from '../contract/codes.js';
import type { Grant } from '../grants/grant.js';
import type { Pending, PendingState } from '../confirmation/pending.js';

/** Why the desk did not do what it was asked. Closed; a later version may add to it. */
export type DeskCode =
  | 'not_found'
  | 'not_a_decider'
  | 'disclosure_changed'
  | 'already_decided'
  | 'invalid_decision'
  | 'grant_without_effect'
  | 'modification_refused'
  | 'audit_failed'
  | 'desk_failed';

/** The desk's answer: how the proposal now stands, or why nothing changed. */
export type DeskAnswer =
  | {
      readonly ok: true;
      readonly pending: Pending;
      /** What the yes gave for a time. */
      readonly grant?: Grant;
    }
  | {
      readonly ok: false;
      readonly code: DeskCode;
      /** How it stands, where the person may know. */
      readonly state?: PendingState;
      /** With `modification_refused`: what the door said to the changed arguments. */
      readonly refusal?: {
        readonly code: RejectionCode;
        readonly violations?: readonly Violation[];
      };
    };

/** A person's answer, as it comes from a screen. Every part is checked; nothing stands for something else. */
export interface Decision {
  readonly pending: string;
  /** The login name of the person, from the host's own session. */
  readonly person: string;
  /** The digest of the disclosure on that person's screen. */
  readonly seen: string;
  /** `true` approves and `false` declines. Nothing else does either. */
  readonly approve: boolean;
  /**
   * With a yes: it holds for so long, for this principal, capability, target and arguments and for
   * nothing else; `usual` is the host's own length. Refused where it would let nothing through.
   */
  readonly grantMs?: number | 'usual';
  /** For whoever asked; only with a no. */
  readonly note?: string;
}

/** A person's change of the arguments before deciding. It never approves. */
export interface Change {
  readonly pending: string;
  readonly person: string;
  readonly seen: string;
  readonly args: unknown;
}

/**
 * Where persons decide what waits for them. Nothing here runs anything. What changes something answers; a
 * look rejects with what the store threw.
 */
export interface Desk {
  /** What waits, and what was decided lately. */
  list(filter?: {
    readonly principal?: string;
    readonly states?: readonly PendingState[];
  }): Promise<readonly Pending[]>;
  find(id: string): Promise<Pending | undefined>;
  /**
   * Approves once or declines. The second of two deciders is told how it stands.
   * Declining an approval that has not run takes it back.
   */
  decide(decision: Decision): Promise<DeskAnswer>;
  /** Answers several, each on its own: one that is refused stops no other. Answers bear the ids they are for. */
  decideAll(
    decisions: readonly Decision[],
  ): Promise<readonly { readonly pending: string; readonly answer: DeskAnswer }[]>;
  /** Replaces the arguments; they are validated, ruled on and disclosed anew, and still wait for a yes. */
  modify(change: Change): Promise<DeskAnswer>;
  /** Takes back what the caller itself asked for, also when a person has said yes and it has not run. */
  withdraw(id: string, caller: Caller): Promise<DeskAnswer>;
  /**
   * Mints the bearer token of an approved proposal, for in-process host code alone.
   *
   * A fresh one kills the last, so that no crash loses a decision. Undefined when
   * it is not approved. Never to be logged, sent, or shown to a model.
   */
  token(id: string): Promise<string | undefined>;
}
