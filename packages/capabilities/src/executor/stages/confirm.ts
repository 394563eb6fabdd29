import type { Pending } from '../../confirmation/pending.js';
import type { Awaitable } from '../../internal/awaitable.js';
import { asked } from '../asked.js';
import { disclosureOf } from '../disclosing.js';
import type { Door } from '../door.js';
import type { Confirmed, Permitted } from '../evidence.js';
import { isGrantable } from '../granted.js';
import { judgeConfirmation, needsNobody, type Judgement } from '../judgement.js';
import { saysLess, together } from '../marks.js';
import { tellNotifier } from '../tell-notifier.js';
import { pass, reject, type Rejection, type Verdict } from '../verdict.js';

/** How often marks are put together anew when others keep adding theirs. */
const MERGES = 5;

/** Lets through what the table makes automatic, or what a person said yes to: this very invocation. */
export function confirm(known: Permitted, door: Door): Awaitable<Verdict<Confirmed>> {
  const { caller, intake, recorded } = known;
  if (caller.signal?.aborted === true) return reject('execute', 'cancelled');
  const plain =
    intake.confirmation === undefined && caller.key === undefined && recorded === undefined;
  return plain && needsNobody(known)
    ? pass({ ...known, confirmedBy: 'table' })
    : decide(known, door);
}

async function decide(known: Permitted, door: Door): Promise<Verdict<Confirmed>> {
  const judged = await judgeConfirmation(known, door);
  switch (judged.is) {
    case 'confirmed':
      return pass(judged.known);
    case 'refused':
      return judged.rejection;
    case 'to_ask':
      return ask(known, judged, door);
  }
}

/** Puts it before a person; asks no one twice for the same thing. */
async function ask(
  known: Permitted,
  { request, fingerprint }: Extract<Judgement, { is: 'to_ask' }>,
  door: Door,
): Promise<Rejection> {
  const { caller, id } = known;
  const { pendingTtlMs, maxPending } = door.limits;
  const wanted = { principal: caller.principal, fingerprint, maxOpen: maxPending };
  const marks = caller.provenance ?? [];
  let pending: Pending | 'too_many_pending';
  let tries = 0;
  do {
    if ((tries += 1) > MERGES) return reject('confirm', 'too_many_pending');
    const found = await door.store.foreseePending(wanted);
    const provenance = together(typeof found === 'object' ? found.provenance : [], marks);
    pending = await door.store.openPending({
      id,
      request,
      fingerprint,
      disclosure: disclosureOf(known, provenance),
      origin: caller.origin,
      provenance,
      ...(caller.intention !== undefined && { intention: caller.intention }),
      grantable: isGrantable(known, door),
      ttlMs: pendingTtlMs,
      maxOpen: maxPending,
    });
    // Somebody added other marks in between: then these go on top of them.
  } while (saysLess(pending, marks));
  if (typeof pending === 'object' && pending.id === id) announce(pending, door);
  return asked(pending);
}

/** Tells, the first time, that a person is asked. */
function announce({ id, request, expiresAt }: Pending, door: Door): void {
  const { principal, capability } = request;
  door.teller.tell('confirmation-requested', () => ({ pending: id, principal, expiresAt }));
  tellNotifier({ kind: 'confirmation_requested', id, expiresAt }, capability, door);
}
