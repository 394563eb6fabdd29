import { disarm, isThenable } from '../internal/awaitable.js';
import { ContractError } from '../contract/contract-error.js';
import type { Door } from './door.js';
import type { Validated } from './evidence.js';
import { reject, type Rejection } from './verdict.js';

/**
 * Asks the contract itself whether it admits these arguments, with the device's
 * configuration read fresh. Anything but silence is a no; a word that the contract
 * does not list goes no further than the defect hook.
 */
export function refusedByContract(known: Validated, door: Door): Rejection | undefined {
  const { inner, capability, args } = known;
  if (inner.admit === undefined) return undefined;
  const word: unknown = inner.admit(args, door.settings());
  if (word === undefined) return undefined;
  if (isThenable(word)) disarm(word);
  if (typeof word === 'string' && capability.refusals.includes(word))
    return reject('policy', 'not_admitted', { reason: word });
  door.defect(
    new ContractError(capability.id, '`admit` answered what is not among its `refusals`'),
    'policy',
  );
  return reject('policy', 'not_admitted');
}
