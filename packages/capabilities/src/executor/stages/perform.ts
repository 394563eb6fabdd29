import { VOUCHED, type Ran, type VouchedTask } from '../../bounds/runner.js';
import { ContractError } from '../../contract/contract-error.js';
import type { Awaitable } from '../../internal/awaitable.js';
import type { Json } from '../../internal/json.js';
import { begin, mustBegin } from '../begin.js';
import { boundsInForce } from '../bounds-in-force.js';
import type { Door } from '../door.js';
import type { Confirmed, Performed } from '../evidence.js';
import { recordLate } from '../record-late.js';
import { tellsSecret } from '../tells-secret.js';
import { turnOf } from '../turn-counts.js';
import { pass, reject, type Rejection, type Verdict } from '../verdict.js';

/** Lets through what ran inside its bounds and gave a result that fits. Everything is claimed before anything starts. */
export function perform(known: Confirmed, door: Door): Awaitable<Verdict<Performed>> {
  const { caller, capability, recorded } = known;
  if (recorded !== undefined) return recall(known);
  if (caller.signal?.aborted === true) return reject('execute', 'cancelled');
  if (!door.auditable()) return reject('execute', 'audit_unavailable');

  const turn = turnOf(caller.occasion);
  const { maxPerTurn } = boundsInForce(known);
  if (turn !== undefined && !door.turns.take(turn, capability.name, maxPerTurn))
    return reject('execute', 'turn_limit');
  return mustBegin(known) || capability.result.ready !== undefined
    ? prepareAndRun(known, door, turn)
    : run(known, known.args, door);
}

async function prepareAndRun(
  known: Confirmed,
  door: Door,
  turn: string | undefined,
): Promise<Verdict<Performed>> {
  const giveBack = (): void => {
    if (turn !== undefined) door.turns.giveBack(turn, known.capability.name);
  };
  let refusal: Rejection | undefined;
  try {
    // Loaded before anything is claimed: what cannot be checked afterwards must not run.
    await known.capability.result.ready?.();
    if (mustBegin(known)) refusal = await begin(known, door, turn);
  } catch (thrown) {
    giveBack();
    throw thrown;
  }
  if (refusal === undefined)
    return run(known, known.approved?.pending.request.args ?? known.args, door);
  giveBack();
  return refusal;
}

/** Runs the work on exactly these arguments: the stored ones, where a person said yes to them. */
async function run(known: Confirmed, args: Json, door: Door): Promise<Verdict<Performed>> {
  const { capability } = known;
  let ran: Ran;
  try {
    ran = await door.runner.run(taskOf(known, args, door));
  } catch (thrown) {
    // A runner does not throw. One that does has lost its handler, and what that did is not known.
    ran = { ok: false, code: 'worker_lost', started: true, thrown };
  }
  if (!ran.ok) return failed(known, ran, door);
  if (!capability.result.check(ran.result))
    return failed(known, { ok: false, code: 'invalid_result', started: true }, door);
  if (
    capability.secrets.length > 0 &&
    (await tellsSecret(capability, door.lent(capability), ran.result))
  ) {
    door.defect(
      new ContractError(capability.id, 'its result holds a secret that it was lent'),
      capability.id,
    );
    return failed(known, { ok: false, code: 'invalid_result', started: true }, door);
  }
  return pass({ ...known, result: ran.result, resultBytes: ran.resultBytes });
}

function taskOf(known: Confirmed, args: Json, door: Door): VouchedTask {
  const { capability, inner, caller, id } = known;
  const { timeoutMs, maxResultBytes } = boundsInForce(known);
  return {
    [VOUCHED]: true,
    capability,
    work: inner,
    args,
    powers: door.lent(capability),
    timeoutMs,
    maxResultBytes,
    signal: caller.signal,
    invocation: caller.key === undefined ? { id } : { id, key: caller.key },
    late: () => void recordLate(known, door),
  };
}

/** A mutating handler that was started and gave no result may have done anything: that is not a plain no. */
function failed(known: Confirmed, ran: Extract<Ran, { ok: false }>, door: Door): Rejection {
  const { capability } = known;
  if (ran.thrown !== undefined) door.defect(ran.thrown, capability.id);
  const listed = ran.reason !== undefined && capability.failures.includes(ran.reason);
  if (ran.reason !== undefined && !listed)
    door.defect(
      new ContractError(capability.id, 'its handler failed with what is not among its `failures`'),
      capability.id,
    );
  return reject('execute', ran.code, {
    claimed: true,
    ...(listed && { reason: ran.reason }),
    ...(ran.started && capability.sideEffect === 'mutating' && { unknown: true as const }),
  });
}

/** Answers from the record of an earlier attempt under the same key. */
function recall(known: Confirmed): Verdict<Performed> {
  const { recorded } = known;
  if (recorded?.outcome === 'completed')
    return pass({
      ...known,
      result: recorded.result ?? null,
      resultBytes: recorded.resultBytes ?? 0,
    });
  // The code is what the earlier attempt was refused with, by whichever stage.
  return {
    ok: false,
    stage: 'execute',
    code: recorded?.code ?? 'stage_failed',
    ...(recorded?.reason !== undefined && { reason: recorded.reason }),
    ...(recorded?.outcome === 'unknown' && { unknown: true as const }),
  };
}
