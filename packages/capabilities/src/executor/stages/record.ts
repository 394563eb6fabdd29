import type { EventDraft, StageReached } from '../../audit/event.js';
import { safeText } from '../../audit/safe-text.js';
import { isCaller } from '../../contract/caller.js';
import { isThenable, type Awaitable } from '../../internal/awaitable.js';
import { isoTime } from '../../internal/time.js';
import { readBoth } from '../../store/clock.js';
import type { Settled } from '../../store/intent-steps.js';
import { mustBegin } from '../begin.js';
import type { Door } from '../door.js';
import type { Confirmed, Performed, Proposed } from '../evidence.js';
import { observed } from '../observed.js';
import { outcomeOf, type Outcome } from '../outcome.js';
import type { Trail } from '../pipeline.js';
import { recordLate } from '../record-late.js';
import { turnOf } from '../turn-counts.js';
import { reject } from '../verdict.js';

type Draft = Extract<EventDraft, { kind: 'invocation' }>;
type Ended = Trail<Proposed, Performed>;

/**
 * Puts one terminal event on record, whatever happened, and only then gives the answer.
 * What cannot be put on record is not released. Never throws.
 */
export function record(ended: Ended, door: Door): Awaitable<Outcome> {
  const answer = putOnRecord(ended, door);
  return 'then' in answer
    ? answer.then((outcome) => leave(outcome, ended, door))
    : leave(answer, ended, door);
}

/** What is released was seen; and one attempt less is under way. */
function leave(outcome: Outcome, { known }: Ended, door: Door): Outcome {
  if (door.observer !== undefined && outcome.outcome === 'completed')
    void observed(known as Performed, door);
  door.leave();
  return outcome;
}

function putOnRecord(ended: Ended, door: Door): Awaitable<Outcome> {
  try {
    const draft = draftOf(ended, door);
    if (ran(ended) && mustBegin(ended.known as Confirmed) && door.endsOnRecord)
      return endOnRecord(draft, ended, door);
    const recorded = door.record(draft);
    return typeof recorded === 'boolean'
      ? release(recorded, draft, ended, door)
      : recorded.then((written) => release(written, draft, ended, door));
  } catch (thrown) {
    door.unrecorded(thrown);
    return withheld(ended);
  }
}

/**
 * The event first, the store after. What the store cannot settle is on record all the same,
 * so it is released; the intent it leaves is closed when it is overdue.
 */
function release(written: boolean, draft: Draft, ended: Ended, door: Door): Awaitable<Outcome> {
  if (!written) return withheld(ended);
  door.teller.tell('invocation-settled', () => draft);
  const unsettled = (thrown: unknown): Outcome => {
    door.defect(thrown, 'store');
    return outcomeOf(ended);
  };
  // Somebody closed it as overdue and put that on record: what came now is late, and dropped.
  const settled = (open: unknown): Awaitable<Outcome> =>
    open === false ? tooLate(ended, door) : outcomeOf(ended);
  try {
    const settling = settle(ended, door);
    return isThenable(settling)
      ? Promise.resolve(settling).then(settled, unsettled)
      : settled(settling);
  } catch (thrown) {
    return unsettled(thrown);
  }
}

/** Where the store and the sink are one database, outcome and event are one step: both, or neither. */
async function endOnRecord(draft: Draft, ended: Ended, door: Door): Promise<Outcome> {
  const settled = settledOf(ended.known, ended.rejection);
  const open = await door.endOnRecord(draft, settled);
  if (open === undefined) return withheld(ended);
  if (!open) return tooLate(ended, door);
  door.teller.tell('invocation-settled', () => draft);
  return outcomeOf(ended);
}

async function tooLate(ended: Ended, door: Door): Promise<Outcome> {
  const known = ended.known as Confirmed;
  await recordLate(known, door);
  const unknown = known.capability.sideEffect === 'mutating' && ({ unknown: true } as const);
  return outcomeOf({ ...ended, rejection: reject('execute', 'worker_lost', unknown || undefined) });
}

/** Gives false where the intent was closed by somebody else. */
function settle(ended: Ended, door: Door): Awaitable<unknown> {
  const { known, rejection } = ended;
  if (!ran(ended)) return undefined;
  const confirmed = known as Confirmed & Partial<Performed>;
  if (mustBegin(confirmed)) return door.store.end(known.id, settledOf(confirmed, rejection));
  const turn = turnOf(confirmed.caller.occasion);
  return turn === undefined ? undefined : door.store.countTurn(turn, confirmed.capability.name);
}

/** Whether something was claimed for it, and is to be settled. */
const ran = ({ known, rejection }: Ended): boolean =>
  known.recorded === undefined && (rejection === undefined || rejection.claimed === true);

function settledOf(known: Partial<Performed>, rejection: Ended['rejection']): Settled {
  if (rejection === undefined)
    return {
      outcome: 'completed',
      result: known.result ?? null,
      resultBytes: known.resultBytes ?? 0,
    };
  return {
    outcome: rejection.unknown === true ? 'unknown' : 'rejected',
    code: rejection.code,
    ...(rejection.reason !== undefined && { reason: rejection.reason }),
  };
}

/** The answer when the record could not be made: what may have happened is not called a no. */
function withheld({ known, passed, rejection }: Ended): Outcome {
  const happened =
    known.capability?.sideEffect === 'mutating' &&
    known.recorded === undefined &&
    (passed === 'execute' || rejection?.claimed === true);
  return outcomeOf({
    known,
    passed,
    rejection: reject('audit', 'audit_failed', happened ? { unknown: true } : undefined),
  });
}

/** Classification and outcome, field by field, so that nothing else can get in. */
function draftOf({ known, rejection }: Ended, door: Door): Draft {
  const { capability, intake } = known;
  const caller = known.caller ?? (isCaller(known.handed) ? known.handed : undefined);
  const { now, monotonic } = readBoth(door.clock);
  const draft: { -readonly [K in keyof Draft]: Draft[K] } = {
    kind: 'invocation',
    id: known.id,
    time: isoTime(now),
    capability:
      capability?.name ??
      (typeof intake.capability === 'string' ? safeText(intake.capability) : ''),
    stage_reached: stageReached(known, rejection),
    outcome: rejection === undefined ? 'completed' : outcomeKind(rejection),
    duration_ms: Math.max(0, Math.round((monotonic - known.startedAt) * 1_000) / 1_000),
  };
  if (capability !== undefined) {
    draft.version = capability.version;
    draft.side_effect = capability.sideEffect;
    draft.network = capability.network;
  } else if (Number.isSafeInteger(intake.version)) draft.version = intake.version as number;
  if (rejection !== undefined) {
    draft.code = rejection.code;
    if (rejection.reason !== undefined) draft.reason = rejection.reason;
  }
  if (known.ruling !== undefined) {
    draft.ruling = known.ruling;
    const rule = known.granted === undefined ? known.rule : `grant:${known.granted.id}`;
    if (rule !== undefined) draft.rule = safeText(rule);
    if (known.policyRevision !== undefined) draft.policy_revision = known.policyRevision;
  }
  const ruled = rejection?.ruled;
  if (ruled !== undefined) {
    draft.ruling = ruled.effect;
    draft.policy_revision = ruled.policyRevision;
    if (ruled.rule !== undefined) draft.rule = safeText(ruled.rule);
  }
  if (caller !== undefined) {
    draft.origin = caller.origin;
    draft.principal = caller.principal;
    if (caller.intention !== undefined) draft.intention = caller.intention;
  }
  if (known.approved?.pending.modified !== undefined) draft.modified = true;
  if (known.resultBytes !== undefined) draft.result_bytes = known.resultBytes;
  return draft;
}

function stageReached(known: Ended['known'], rejection: Ended['rejection']): StageReached {
  if (rejection === undefined) return known.recorded === undefined ? 'executed' : 'confirmed';
  // What was begun and not finished passed the confirmation, and nobody refused it.
  if (rejection.unknown === true || rejection.stage === 'audit') return 'confirmed';
  return `rejected-at-${rejection.stage}`;
}

function outcomeKind(rejection: NonNullable<Ended['rejection']>): Draft['outcome'] {
  if (rejection.unknown === true) return 'unknown';
  return rejection.pending === undefined ? 'rejected' : 'pending';
}
