import type {
  CompletedOutcome,
  Outcome,
  RejectedOutcome,
  RejectionCode,
  Violation,
} from '@sovereign/capabilities';
import { namedBack, printable } from './printable.js';

/** What to do about each refusal, in a few words. */
const REMEDIES = Object.freeze({
  unknown_capability:
    'no capability has exactly this name and version; `sovereign list` shows them all',
  invalid_arguments: '`sovereign describe` shows the arguments it takes',
  target_mismatch: 'the target is not the one the arguments say',
  invalid_caller: 'this is a fault of the command line itself; please report it',
  locked: 'this capability is locked for good; nothing can relax that',
  denied_by_policy: 'a rule or the default says no; `sovereign explain` shows the default',
  not_live: 'dreams and replays never act',
  principal_inactive: 'this host does not know the person of `--as`, or that person is not active',
  not_admitted: 'the capability itself says no to these arguments',
  turn_limit: 'it has run as often as one turn allows; start another with `--turn`',
  confirmation_required:
    'a person has to say yes first: run it in a terminal, without --no-input, --json and CI',
  would_ask: 'a person would have to be asked',
  too_many_pending: 'too many proposals wait for a person already; decide some of them',
  declined: 'a person said no',
  confirmation_refused: 'the yes was spent, lapsed or meant another proposal; run it again',
  key_conflict:
    'the key was used for another proposal, or its first attempt still runs; take another `--key`',
  cancelled: 'it was interrupted',
  timed_out: 'it ran longer than its contract allows',
  result_too_large: 'its result is larger than its contract allows',
  invalid_result: 'its result does not fit its contract; this is a fault of the capability',
  handler_failed: 'the capability could not do its work; SOVEREIGN_DEBUG=1 shows where',
  worker_lost: 'the process that ran it ended early',
  stage_failed: 'a part of the host failed; SOVEREIGN_DEBUG=1 shows where',
  audit_unavailable: 'the audit cannot be written, so nothing runs; make room or mend the disk',
  audit_failed:
    'the audit could not be written, so the result is withheld; make room or mend the disk',
}) satisfies Record<RejectionCode, string>;

const LISTED = 3;

/** Says in one line why it did not go through: what, at which stage, which rule, and the remedy. Never a value. */
export function refusalText(
  capability: string,
  refused: Exclude<Outcome, CompletedOutcome>,
): string {
  const { outcome, stage, code } = refused;
  const {
    reason,
    violations = [],
    note,
  }: Partial<RejectedOutcome> = outcome === 'rejected' ? refused : {};
  const word = outcome === 'unknown' ? refused.reason : reason;
  return printable(
    [
      `${namedBack(capability)} ${WHAT[outcome]}, at ${stage} (${word === undefined ? code : `${code}: ${word}`})`,
      ...(violations.length > 0 ? [violationsText(violations)] : []),
      ...(note === undefined ? [] : [`with the note: ${note}`]),
    ].join(', ') + `; ${REMEDIES[code]}`,
  );
}

const WHAT = {
  pending: 'did not run',
  rejected: 'was refused',
  unknown: 'may have acted: look before you repeat it',
} as const satisfies Record<Exclude<Outcome, CompletedOutcome>['outcome'], string>;

/** Names the first rules that were broken, and where. A path holds names of the schema alone. */
export function violationsText(violations: readonly Violation[]): string {
  const named = violations
    .slice(0, LISTED)
    .map(({ path, rule }) => `\`${path || '/'}\` breaks \`${rule}\``);
  const more = violations.length > LISTED ? ` and ${violations.length - LISTED} more` : '';
  return named.join(', ') + more;
}
