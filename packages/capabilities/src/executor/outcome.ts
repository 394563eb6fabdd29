import type { PendingView } from '../confirmation/pending.js';
import type { Trust } from '../contract/classification.js';
import type { Violation } from '../contract/schema/accept-schema.js';
import type { Json } from '../internal/json.js';
import type { RejectionCode } from '../contract/codes.js';
import type { Performed, Proposed } from './evidence.js';
import type { Trail } from './pipeline.js';
import type { Rejection } from './verdict.js';

/** It ran, its result fits, and it is on record. */
export interface CompletedOutcome {
  readonly outcome: 'completed';
  /** The id of the audit event. */
  readonly event: string;
  readonly result: Json;
  /** How far the result may be believed. */
  readonly trust: Trust;
  /** JSON pointers of the arguments that a person changed before saying yes. */
  readonly modified?: readonly string[];
  /** The answer of an earlier attempt under the same key; nothing ran now. */
  readonly recorded?: true;
  /** It completed, but its result is no longer held: `result` is null. */
  readonly forgotten?: true;
}

/** A person is asked. Nothing ran. */
export interface PendingOutcome {
  readonly outcome: 'pending';
  readonly event: string;
  readonly stage: 'confirm';
  readonly code: 'confirmation_required';
  readonly pending: PendingView;
}

/** It was refused, at this stage, with this code. A normal answer. */
export interface RejectedOutcome {
  readonly outcome: 'rejected';
  readonly event: string;
  readonly stage: Rejection['stage'];
  readonly code: RejectionCode;
  readonly reason?: string;
  readonly violations?: readonly Violation[];
  readonly note?: string;
  readonly recorded?: true;
}

/** It was begun, and what it did is not known: neither a success nor safe to repeat. */
export interface UnknownOutcome {
  readonly outcome: 'unknown';
  readonly event: string;
  readonly stage: Rejection['stage'];
  readonly code: RejectionCode;
  readonly reason?: string;
  readonly recorded?: true;
}

/** How an invocation ended. Always with the id of its audit event. */
export type Outcome = CompletedOutcome | PendingOutcome | RejectedOutcome | UnknownOutcome;

/** Makes the answer of what is known at the end. */
export function outcomeOf({ known, rejection }: Trail<Proposed, Performed>): Outcome {
  const recorded = known.recorded === undefined ? undefined : { recorded: true as const };
  const event = known.id;
  if (rejection === undefined) {
    const { capability, result, approved } = known as Performed;
    const modified = approved?.pending.modified;
    const completed: CompletedOutcome = {
      outcome: 'completed',
      event,
      result,
      trust: capability.trust,
    };
    // The usual answer is the literal itself: spreading nothing into it costs more than making it.
    return Object.freeze<CompletedOutcome>(
      modified === undefined && recorded === undefined
        ? completed
        : {
            ...completed,
            ...(modified !== undefined && { modified }),
            ...recorded,
            ...(known.recorded !== undefined &&
              known.recorded.result === undefined && { forgotten: true as const }),
          },
    );
  }
  const { stage, code, reason, violations, note, pending, unknown } = rejection;
  if (pending !== undefined)
    return Object.freeze<PendingOutcome>({
      outcome: 'pending',
      event,
      stage: 'confirm',
      code: 'confirmation_required',
      pending,
    });
  return Object.freeze<RejectedOutcome | UnknownOutcome>({
    outcome: unknown === true ? 'unknown' : 'rejected',
    event,
    stage,
    code,
    ...(reason !== undefined && { reason }),
    ...(violations !== undefined && { violations }),
    ...(note !== undefined && { note }),
    ...recorded,
  });
}
