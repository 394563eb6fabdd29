import type { Awaitable } from '../../internal/awaitable.js';
import { boundsInForce } from '../bounds-in-force.js';
import type { Door } from '../door.js';
import type { Permitted, Validated } from '../evidence.js';
import { ruleOn } from '../ruling.js';
import { turnOf } from '../turn-counts.js';
import { pass, reject, type Verdict } from '../verdict.js';

/** Lets through what this principal may do, here and now, as the contract itself admits. */
export function consult(known: Validated, door: Door): Awaitable<Verdict<Permitted>> {
  if (known.caller.signal?.aborted === true) return reject('policy', 'cancelled');
  const ruled = ruleOn(known, door);
  if ('ok' in ruled) return ruled;
  const permitted: Permitted = { ...known, ...ruled };

  const active = door.directory.isActive(known.caller.principal);
  if (typeof active !== 'boolean') return active.then((is) => (is ? withinTurn(permitted, door) : inactive()));
  return active ? withinTurn(permitted, door) : inactive();
}

/** Looks at the turn's count before anyone is asked; nothing is taken yet. */
function withinTurn(known: Permitted, door: Door): Awaitable<Verdict<Permitted>> {
  const turn = turnOf(known.caller.occasion);
  if (turn === undefined) return admit(known, door);
  const within = door.turns.look(turn, known.capability.name, boundsInForce(known).maxPerTurn);
  if (typeof within !== 'boolean') return within.then((is) => (is ? admit(known, door) : spent()));
  return within ? admit(known, door) : spent();
}

/** Asks the contract itself, with the device's configuration read fresh. */
function admit(known: Permitted, door: Door): Verdict<Permitted> {
  const { inner, capability, args } = known;
  if (inner.admit === undefined) return pass(known);
  const reason = inner.admit(args, door.settings());
  if (reason === undefined) return pass(known);
  return reject('policy', 'not_admitted', capability.refusals.includes(reason) ? { reason } : undefined);
}

const inactive = () => reject('policy', 'principal_inactive');
const spent = () => reject('policy', 'turn_limit');
