import { systemClock, type Clock } from './clock.js';
import type { DoorStore } from './door-store.js';
import type { Begun, Intent, Settled } from './intent-steps.js';
import { memoryGrants } from './memory/grants.js';
import { memoryKeys } from './memory/keys.js';
import { memoryPendings } from './memory/pendings.js';
import { memoryPolicies } from './memory/policies.js';
import { memoryRequests } from './memory/requests.js';
import { memoryTurns } from './memory/turns.js';
import { risingTime } from './rising-time.js';

interface OpenIntent extends Intent {
  readonly begunAt: number;
  readonly deadline: number;
}

/**
 * A door store that lives and dies with its process.
 *
 * Every method runs to its end before anything else can: that is what makes each one atomic.
 */
export function memoryStore(options: { readonly clock?: Clock } = {}): DoorStore {
  const now = risingTime(options.clock ?? systemClock);
  const grants = memoryGrants(now);
  const requests = memoryRequests(now, grants.addGrant);
  const pendings = memoryPendings(now, grants.addGrant);
  const turns = memoryTurns();
  const keys = memoryKeys(now);
  const policies = memoryPolicies();
  const intents = new Map<string, OpenIntent>();

  /** Looks at everything before it changes anything: all or none. */
  function begin(intent: Intent): Begun {
    const { tokenHash, grant: grantId, turn, key, principal, capability } = intent;
    if (intent.policyRevision !== undefined && intent.policyRevision !== policies.policyRevision())
      return refused('policy_changed');
    const confirmed =
      tokenHash === undefined ? undefined : pendings.redeemable(tokenHash, intent.fingerprint);
    if (tokenHash !== undefined && confirmed === undefined) return refused('confirmation_refused');
    const grant = grantId === undefined ? undefined : grants.usable(grantId, principal);
    if (grantId !== undefined && grant === undefined) return refused('grant_ended');
    if (turns.count(turn ?? '', capability) >= intent.maxPerTurn) return refused('turn_limit');
    if (key !== undefined && keys.isTaken(principal, key)) return refused('key_conflict');

    if (confirmed !== undefined) pendings.spend(confirmed);
    const grantSpent = grant !== undefined && grants.use(grant);
    if (turn !== undefined) turns.add(turn, capability);
    const begunAt = now();
    const deadline = begunAt + intent.deadlineMs;
    if (key !== undefined) keys.take(intent, deadline);
    intents.set(intent.id, { ...intent, begunAt, deadline });
    return { ok: true, ...(grantSpent && { grantSpent }) };
  }

  function end(id: string, settled: Settled): boolean {
    const intent = intents.get(id);
    if (intent === undefined) return false;
    intents.delete(id);
    keys.settle(intent, settled);
    return true;
  }

  // The parts' own verbs, which are no steps of a store, stay inside.
  const { redeemable: _redeemable, spend: _spend, sweep: _pendings, ...pendingSteps } = pendings;
  const { usable: _usable, use: _use, sweep: _grants, ...grantSteps } = grants;
  const { sweep: _requests, ...requestSteps } = requests;

  return Object.freeze<DoorStore>({
    ...pendingSteps,
    ...grantSteps,
    ...requestSteps,
    ...policies,
    now,
    turnCount: turns.count,
    countTurn: turns.add,
    recorded: keys.recorded,
    begin,
    end,
    overdue: () =>
      [...intents.values()]
        .filter(({ deadline }) => deadline <= now())
        .map(({ id, capability, version, principal, mutating, begunAt }) => ({
          id,
          capability,
          version,
          principal,
          mutating,
          ageMs: now() - begunAt,
        })),
    sweep() {
      keys.sweep();
      return {
        pending: pendings.sweep(),
        grants: grants.sweep(),
        requests: requests.sweep(),
        clockMovedBack: false,
      };
    },
  });
}

const refused = (code: Extract<Begun, { ok: false }>['code']): Begun => ({ ok: false, code });
