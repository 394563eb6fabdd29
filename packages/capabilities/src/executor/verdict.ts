import type { Disclosure } from '../confirmation/disclosure.js';
import type { PendingView } from '../confirmation/pending.js';
import type { Effect } from '../contract/classification.js';
import type { REJECTION_CODES, RejectionCode, StageName } from '../contract/codes.js';
import type { Violation } from '../contract/schema/accept-schema.js';

/** A stage's yes, with what is now known. */
export interface Pass<T> {
  readonly ok: true;
  readonly value: T;
}

/** A stage's no. A value, never an exception. */
export interface Rejection extends RejectionDetail {
  readonly ok: false;
  readonly stage: StageName | 'audit';
  readonly code: RejectionCode;
}

/** What belongs to some codes. */
export interface RejectionDetail {
  /** A word from the contract's `refusals` or `failures`. */
  readonly reason?: string;
  /** Which arguments broke which rule; never their values. */
  readonly violations?: readonly Violation[];
  /** What waits for a person, with `confirmation_required`. */
  readonly pending?: PendingView;
  /** What a person would be shown; in a preview alone. */
  readonly disclosure?: Disclosure;
  /** What the person who declined wrote for whoever asked. */
  readonly note?: string;
  /** The ruling that refused, for the record. */
  readonly ruled?: {
    readonly effect: Effect;
    readonly rule: string | undefined;
    readonly policyRevision: number;
  };
  /** The work was claimed: there is something to settle. */
  readonly claimed?: true;
  /** It was begun, and what it did is not known. */
  readonly unknown?: true;
}

/** A stage's answer. */
export type Verdict<T> = Pass<T> | Rejection;

/** Says yes, with what is now known. */
export const pass = <T>(value: T): Pass<T> => ({ ok: true, value });

/** Says no, with the stage and the code, and what belongs to that code. */
export const reject = <S extends keyof typeof REJECTION_CODES>(
  stage: S,
  code: (typeof REJECTION_CODES)[S][number],
  detail?: RejectionDetail,
): Rejection =>
  // INVARIANT: what is absent is the rejection's own and undefined; see `proposed`.
  ({ ...NO_DETAIL, ok: false, stage, code, ...detail }) as Rejection;

const NO_DETAIL = Object.freeze({
  reason: undefined,
  violations: undefined,
  pending: undefined,
  disclosure: undefined,
  note: undefined,
  ruled: undefined,
  claimed: undefined,
  unknown: undefined,
}) satisfies Record<keyof RejectionDetail, undefined>;
