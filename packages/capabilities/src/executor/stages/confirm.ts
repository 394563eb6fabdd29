import { viewOf } from '../../confirmation/pending.js';
import type { Awaitable } from '../../internal/awaitable.js';
import { disclosureOf } from '../disclosing.js';
import type { Door } from '../door.js';
import type { Confirmed, Permitted } from '../evidence.js';
import { judgeConfirmation, needsNobody, type Judgement } from '../judgement.js';
import { pass, reject, type Rejection, type Verdict } from '../verdict.js';

/** Lets through what the table makes automatic, or what a person said yes to: this very invocation. */
export function confirm(known: Permitted, door: Door): Awaitable<Verdict<Confirmed>> {
  const { caller, intake } = known;
  if (caller.signal?.aborted === true) return reject('confirm', 'cancelled');
  if (needsNobody(known) && intake.confirmation === undefined && caller.key === undefined)
    return pass({ ...known, confirmedBy: 'table' });
  return decide(known, door);
}

async function decide(known: Permitted, door: Door): Promise<Verdict<Confirmed>> {
  const judged = await judgeConfirmation(known, door);
  switch (judged.is) {
    case 'automatic':
      return pass({ ...known, ...judged, confirmedBy: 'table' });
    case 'recorded':
      return pass({ ...known, ...judged, confirmedBy: 'record' });
    case 'approved':
      return pass({ ...known, ...judged, confirmedBy: 'person' });
    case 'key_conflict':
      return reject('confirm', 'key_conflict');
    case 'refused':
      return reject('confirm', 'confirmation_refused');
    case 'to_ask':
      return ask(known, judged, door);
  }
}

/** Puts it before a person, unless that was ruled out; asks no one twice for the same thing. */
async function ask(
  known: Permitted,
  { request, fingerprint }: Extract<Judgement, { is: 'to_ask' }>,
  door: Door,
): Promise<Rejection> {
  const { caller, argsBytes, id } = known;
  if (caller.mayAsk === false) return reject('confirm', 'would_ask');
  // A policy's ask comes after the arguments were accepted: the same limit, looked at here.
  if (argsBytes > door.limits.maxConfirmableBytes)
    return reject('validate', 'invalid_arguments', { violations: [{ path: '', rule: 'max_confirmable_bytes' }] });

  const pending = await door.store.openPending({
    id,
    request,
    fingerprint,
    disclosure: disclosureOf(known),
    origin: caller.origin,
    provenance: caller.provenance ?? [],
    ...(caller.intention !== undefined && { intention: caller.intention }),
    ttlMs: door.limits.pendingTtlMs,
    maxOpen: door.limits.maxPending,
  });
  if (pending === 'too_many_pending') return reject('confirm', 'too_many_pending');
  if (pending.state === 'declined')
    return reject('confirm', 'declined', pending.note === undefined ? undefined : { note: pending.note });
  if (pending.id === id)
    door.teller.tell('confirmation-requested', () => ({
      pending: pending.id,
      principal: caller.principal,
      expiresAt: pending.expiresAt,
    }));
  return reject('confirm', 'confirmation_required', { pending: viewOf(pending) });
}
