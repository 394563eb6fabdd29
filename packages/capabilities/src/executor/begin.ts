import { boundsInForce } from './bounds-in-force.js';
import type { Door } from './door.js';
import type { Confirmed } from './evidence.js';
import { ruleOn } from './ruling.js';
import { exhaustive } from '../internal/exhaustive.js';
import { reject, type Rejection } from './verdict.js';

/** How often a ruling is taken anew when the policy changes under it. */
const RULINGS = 3;

/** Only an automatic read without a key leaves nothing behind that must be right after a crash. */
export function mustBegin({ capability, confirmedBy, caller, ruling }: Confirmed): boolean {
  return (
    confirmedBy !== 'table' ||
    caller.key !== undefined ||
    ruling !== 'allow' ||
    capability.sideEffect !== 'read_only' ||
    capability.network !== 'local'
  );
}

/**
 * Claims everything an invocation needs in one step of the store: the token, the
 * turn's count, the key, and the intent, which is durable before the handler starts.
 *
 * The policy is ruled again first: a deny that came since the yes wins.
 */
export async function begin(known: Confirmed, door: Door, turn: string | undefined): Promise<Rejection | undefined> {
  const { capability, caller, approved, fingerprint, id } = known;
  const { timeoutMs, maxPerTurn } = boundsInForce(known);
  for (let ruling = 0; ruling < RULINGS; ruling += 1) {
    const ruled = ruleOn(known, door);
    if ('ok' in ruled) return ruled;
    if (!(await door.directory.isActive(caller.principal))) return reject('policy', 'principal_inactive');
    if (ruled.ruling === 'ask' && approved === undefined) return reject('policy', 'denied_by_policy');
    if (caller.signal?.aborted === true) return reject('execute', 'cancelled');

    const begun = await door.store.begin({
      id,
      capability: capability.name,
      principal: caller.principal,
      ...(approved !== undefined && { tokenHash: approved.tokenHash }),
      ...(fingerprint !== undefined && { fingerprint }),
      ...(turn !== undefined && { turn }),
      maxPerTurn,
      ...(caller.key !== undefined && { key: caller.key }),
      policyRevision: ruled.policyRevision,
      deadlineMs: 2 * timeoutMs + 5_000,
      mutating: capability.sideEffect === 'mutating',
    });
    if (begun.ok) return undefined;
    switch (begun.code) {
      case 'policy_changed':
        continue;
      case 'confirmation_refused':
        return reject('confirm', 'confirmation_refused');
      case 'turn_limit':
      case 'key_conflict':
        return reject('execute', begun.code);
      default:
        return exhaustive(begun.code);
    }
  }
  return reject('policy', 'denied_by_policy');
}
