import { fingerprint } from '../../confirmation/fingerprint.js';
import { isThenable, type Awaitable } from '../../internal/awaitable.js';
import { refusedByContract } from '../admission.js';
import { boundsInForce } from '../bounds-in-force.js';
import type { Door } from '../door.js';
import type { Permitted, Validated } from '../evidence.js';
import { requestOf } from '../judgement.js';
import { ruleOn } from '../ruling.js';
import { turnOf } from '../turn-counts.js';
import { pass, reject, type Verdict } from '../verdict.js';

/** How old rules may be that are kept where others can change them. Source: decision «One transaction before, one after». */
const MAX_POLICY_AGE_MS = 1_000;

/** Lets through what this principal may do, here and now, as the contract itself admits. */
export function consult(known: Validated, door: Door): Awaitable<Verdict<Permitted>> {
  const fresh = door.policy.refresh?.(MAX_POLICY_AGE_MS);
  return isThenable(fresh)
    ? Promise.resolve(fresh).then(() => consultNow(known, door))
    : consultNow(known, door);
}

function consultNow(known: Validated, door: Door): Awaitable<Verdict<Permitted>> {
  if (known.caller.signal?.aborted === true) return reject('execute', 'cancelled');
  const permitted = permit(known, door);
  if (!permitted.ok) return permitted;
  const active = door.directory.isActive(known.caller.principal);
  return active === true ? recall(permitted.value, door) : onceActive(active, known, door);
}

/** The directory took its time: what was ruled before is ruled again. */
async function onceActive(
  active: Awaitable<boolean>,
  known: Validated,
  door: Door,
): Promise<Verdict<Permitted>> {
  if ((await active) !== true) return reject('policy', 'principal_inactive');
  const permitted = permit(known, door);
  return permitted.ok ? recall(permitted.value, door) : permitted;
}

function permit(known: Validated, door: Door): Verdict<Permitted> {
  const ruled = ruleOn(known, door);
  if (!ruled.ok) return ruled;
  const { ruling, rule, policyRevision } = ruled;
  return pass({ ...known, ruling, rule, policyRevision });
}

/** What was answered under this key is answered again: it takes no turn, and nobody admits it anew. */
function recall(known: Permitted, door: Door): Awaitable<Verdict<Permitted>> {
  return known.caller.key === undefined
    ? withinTurn(known, door)
    : recallUnder(known.caller.key, known, door);
}

async function recallUnder(key: string, known: Permitted, door: Door): Promise<Verdict<Permitted>> {
  const name = fingerprint(requestOf(known));
  const record = await door.store.recorded(known.caller.principal, key, name);
  if (record.state === 'unseen') return withinTurn({ ...known, fingerprint: name }, door);
  if (record.state === 'settled')
    return pass({ ...known, fingerprint: name, recorded: record.settled });
  return reject('execute', 'key_conflict');
}

/** Looks at the turn's count before anyone is asked; nothing is taken yet. */
function withinTurn(known: Permitted, door: Door): Awaitable<Verdict<Permitted>> {
  const turn = turnOf(known.caller.occasion);
  if (turn === undefined) return admitted(known, door);
  const within = door.turns.look(turn, known.capability.name, boundsInForce(known).maxPerTurn);
  const go = (is: boolean): Verdict<Permitted> =>
    is ? admitted(known, door) : reject('policy', 'turn_limit');
  return typeof within === 'boolean' ? go(within) : within.then(go);
}

function admitted(known: Permitted, door: Door): Verdict<Permitted> {
  return refusedByContract(known, door) ?? pass(known);
}
