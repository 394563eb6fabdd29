import { deepFreeze } from '../internal/freeze.js';

/** The stages of an invocation that can refuse it, in order. */
export const STAGES = Object.freeze([
  'resolve',
  'validate',
  'policy',
  'confirm',
  'execute',
] as const);

/** One stage of an invocation. `audit` comes after them and can only withhold. */
export type StageName = (typeof STAGES)[number];

/**
 * Why an attempt was refused, by the stage that refuses with it. A closed list:
 * handle it with an exhaustive `switch`. Source: decision «Outcomes».
 */
export const REJECTION_CODES = deepFreeze({
  resolve: ['unknown_capability', 'stage_failed'],
  validate: ['invalid_arguments', 'target_mismatch', 'invalid_caller', 'stage_failed'],
  policy: [
    'locked',
    'denied_by_policy',
    'not_live',
    'principal_inactive',
    'turn_limit',
    'not_admitted',
    'stage_failed',
  ],
  confirm: [
    'confirmation_required',
    'would_ask',
    'too_many_pending',
    'declined',
    'confirmation_refused',
    'stage_failed',
  ],
  execute: [
    'turn_limit',
    'key_conflict',
    'audit_unavailable',
    'cancelled',
    'timed_out',
    'result_too_large',
    'invalid_result',
    'handler_failed',
    'worker_lost',
    'stage_failed',
  ],
  audit: ['audit_failed'],
} as const) satisfies Record<StageName | 'audit', readonly string[]>;

/** Any code an attempt can be refused with. */
export type RejectionCode = (typeof REJECTION_CODES)[StageName | 'audit'][number];
