import { exhaustive } from '../internal/exhaustive.js';
import { refusedByContract } from './admission.js';
import { boundsInForce } from './bounds-in-force.js';
import type { Door } from './door.js';
import type { Confirmed } from './evidence.js';
import { needsNobody } from './judgement.js';
import { tellGrant } from './tell-grant.js';
import { ruleOn, type Ruled } from './ruling.js';
import { reject, type Rejection } from './verdict.js';

/** How often a ruling is taken anew when the policy changes under it. */
const RULINGS = 3;

/**
 * Only an automatic read without a key leaves nothing behind that must be right after a crash.
 *
 * INVARIANT: `confirmedBy: 'table'` comes from `needsNobody` alone: read-only, local and allowed.
 */
export function mustBegin({ confirmedBy, caller }: Confirmed): boolean {
  return confirmedBy !== 'table' || caller.key !== undefined;
}

/**
 * Claims everything an invocation needs in one step of the store: the token, the
 * turn's count, the key, and the intent, which is durable before the handler starts.
 *
 * The policy is ruled again first, on what will run: a deny that came since the yes wins.
 */
export async function begin(
  known: Confirmed,
  door: Door,
  turn: string | undefined,
): Promise<Rejection | undefined> {
  const { capability, caller, approved, granted, fingerprint, id } = known;
  const { timeoutMs, maxPerTurn } = boundsInForce(known);
  for (let ruling = 0; ruling < RULINGS; ruling += 1) {
    if ((await door.directory.isActive(caller.principal)) !== true)
      return reject('policy', 'principal_inactive');
    // INVARIANT: nothing is awaited between this ruling and the store's own step.
    const ruled = stillPermitted(known, door);
    if (!ruled.ok) return ruled;
    if (caller.signal?.aborted === true) return reject('execute', 'cancelled');
    const now = { ...known, ruling: ruled.ruling };

    const begun = await door.store.begin({
      id,
      capability: capability.name,
      version: capability.version,
      principal: caller.principal,
      ...(approved !== undefined && { tokenHash: approved.tokenHash }),
      ...(granted !== undefined && !needsNobody(now) && { grant: granted.id }),
      ...(fingerprint !== undefined && { fingerprint }),
      ...(turn !== undefined && { turn }),
      maxPerTurn,
      ...(caller.key !== undefined && { key: caller.key }),
      ...(door.keepsRules && { policyRevision: ruled.policyRevision }),
      deadlineMs: 2 * timeoutMs + 5_000,
      mutating: capability.sideEffect === 'mutating',
    });
    if (begun.ok) {
      if (begun.grantSpent === true && granted !== undefined)
        tellGrant({ id: granted.id, state: 'spent' }, door);
      return deniedMeanwhile(known, door);
    }
    switch (begun.code) {
      case 'policy_changed':
        await door.policy.refresh?.(0);
        continue;
      case 'confirmation_refused':
      // It was spent or revoked since it was found: whoever asks again is told how that stands.
      case 'grant_ended':
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

/** A deny that came while the store was at it still wins: what was claimed is settled, and nothing runs. */
async function deniedMeanwhile(known: Confirmed, door: Door): Promise<Rejection | undefined> {
  const ruled = stillPermitted(known, door);
  if (ruled.ok) return undefined;
  await door.store.end(known.id, { outcome: 'rejected', code: ruled.code });
  return ruled;
}

/** Rules again on the arguments that will run: the stored ones, where a person said yes to them. */
function stillPermitted(known: Confirmed, door: Door): Ruled | Rejection {
  const now =
    known.approved === undefined ? known : { ...known, args: known.approved.pending.request.args };
  const ruled = ruleOn(now, door);
  if (!ruled.ok) return ruled;
  // What was automatic is asked about now, and nobody was.
  const answered = known.approved !== undefined || known.granted !== undefined;
  if (ruled.ruling === 'ask' && !answered)
    return reject('policy', 'denied_by_policy', {
      ruled: { effect: 'ask', rule: ruled.rule, policyRevision: ruled.policyRevision },
    });
  return refusedByContract(now, door) ?? ruled;
}
