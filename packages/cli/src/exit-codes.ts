import type {
  DeskCode,
  GrantCode,
  Outcome,
  PolicyCode,
  RejectionCode,
  RequestCode,
} from '@sovereign/capabilities';

/** Every exit code there is, by the word that names it. */
export const EXIT = Object.freeze({
  completed: 0,
  usage: 64,
  invalid: 65,
  unresolved: 66,
  unavailable: 69,
  failed: 70,
  bounded: 75,
  denied: 77,
  configuration: 78,
  pending: 80,
  declined: 81,
});

/** Names an exit code. */
export type Exit = keyof typeof EXIT;

/** A number this program may exit with. */
export type ExitCode = (typeof EXIT)[Exit];

/** What each exit code means, as `--help` and the README say it. */
export const EXIT_MEANINGS = Object.freeze({
  completed: 'it was done',
  usage: 'the command line is wrong',
  invalid: 'the arguments do not fit the contract',
  unresolved: 'there is no such capability or version',
  unavailable: 'the audit file or a store cannot be used, or the audit is not sound',
  failed: 'it failed, or what it did is not known',
  bounded: 'a bound was reached, the key is taken, or it was cancelled',
  denied: 'policy, a lock or the capability itself says no',
  configuration: 'the configuration cannot be used',
  pending: 'a person has to say yes first',
  declined: 'a person said no, or the yes does not count',
}) satisfies Record<Exit, string>;

/** The exit code of an invocation, by how it ended. What may have happened is never called a plain no. */
export function exitOfOutcome(outcome: Outcome): Exit {
  switch (outcome.outcome) {
    case 'completed':
      return 'completed';
    case 'pending':
      return 'pending';
    case 'unknown':
      return 'failed';
    case 'rejected':
      return exitOfRejection(outcome.code);
    default:
      return unhandled(outcome);
  }
}

/** The exit code of a refusal. A new rejection code breaks the build here. */
export function exitOfRejection(code: RejectionCode): Exit {
  switch (code) {
    case 'unknown_capability':
      return 'unresolved';
    case 'invalid_arguments':
    case 'target_mismatch':
    case 'invalid_caller':
      return 'invalid';
    case 'locked':
    case 'denied_by_policy':
    case 'not_live':
    case 'principal_inactive':
    case 'not_admitted':
      return 'denied';
    case 'confirmation_required':
    case 'would_ask':
    case 'too_many_pending':
      return 'pending';
    case 'declined':
    case 'confirmation_refused':
      return 'declined';
    case 'turn_limit':
    case 'key_conflict':
    case 'cancelled':
    case 'timed_out':
    case 'result_too_large':
      return 'bounded';
    case 'stage_failed':
    case 'handler_failed':
    case 'invalid_result':
    case 'worker_lost':
      return 'failed';
    case 'audit_unavailable':
    case 'audit_failed':
      return 'unavailable';
    default:
      return unhandled(code);
  }
}

/** The exit code of a decision that the desk did not take. */
export function exitOfDesk(code: DeskCode): Exit {
  switch (code) {
    case 'not_a_decider':
      return 'denied';
    case 'disclosure_changed':
      return 'pending';
    case 'not_found':
    case 'already_decided':
      return 'declined';
    case 'modification_refused':
    case 'invalid_decision':
    case 'grant_without_effect':
      return 'invalid';
    case 'audit_failed':
    case 'desk_failed':
      return 'unavailable';
    default:
      return unhandled(code);
  }
}

/** The exit code of a grant or request on which nothing was decided. */
export function exitOfGrant(code: GrantCode | RequestCode): Exit {
  switch (code) {
    case 'not_a_decider':
    case 'locked':
    case 'not_live':
    case 'principal_inactive':
      return 'denied';
    case 'disclosure_changed':
    case 'too_many_requests':
      return 'pending';
    case 'not_found':
    case 'already_ended':
    case 'already_decided':
    case 'recently_declined':
      return 'declined';
    case 'unknown_capability':
      return 'unresolved';
    case 'invalid_grant':
    case 'invalid_request':
    case 'invalid_caller':
    case 'wider_than_asked':
    case 'invalid_decision':
    case 'grant_without_effect':
      return 'invalid';
    case 'audit_failed':
    case 'desk_failed':
      return 'unavailable';
    default:
      return unhandled(code);
  }
}

/** The exit code of a change of the rules that was not made. */
export function exitOfPolicy(code: PolicyCode): Exit {
  switch (code) {
    case 'not_an_operator':
      return 'denied';
    case 'invalid_rule':
      return 'invalid';
    case 'no_such_rule':
      return 'declined';
    case 'policy_changed':
      return 'bounded';
    case 'policy_is_fixed':
      return 'configuration';
    case 'audit_failed':
    case 'desk_failed':
      return 'unavailable';
    default:
      return unhandled(code);
  }
}

/** A code of a newer library than this program was built with. */
function unhandled(_value: never): Exit {
  return 'failed';
}
