import type { EventDraft } from '../audit/event.js';
import { isoTime } from '../internal/time.js';
import type { Overdue } from '../store/intent-steps.js';
import type { Door } from './door.js';

/**
 * Builds the sweep of a door: it closes every intent whose deadline passed, with one terminal event each.
 *
 * An event that was written before the store could settle stays the only one: a sink keeps one per
 * attempt. What the sink did not take is offered again next time. Safe to run as often as one likes.
 */
export function createSweep(door: Door): () => Promise<number> {
  let unwritten: readonly Overdue[] = [];
  return async () => {
    const overdue = [...unwritten, ...(await door.store.closeOverdue())];
    unwritten = [];
    for (const [at, one] of overdue.entries()) {
      if (await door.record(eventOf(one, door))) continue;
      unwritten = overdue.slice(at);
      return at;
    }
    return overdue.length;
  };
}

function eventOf(
  { id, capability, version, principal, mutating, ageMs }: Overdue,
  door: Door,
): EventDraft {
  const known = door.registry.find(capability, version);
  return {
    kind: 'invocation',
    id,
    time: isoTime(door.clock.now()),
    capability,
    version,
    ...(known !== undefined && { side_effect: known.sideEffect, network: known.network }),
    stage_reached: mutating ? 'confirmed' : 'rejected-at-execute',
    outcome: mutating ? 'unknown' : 'rejected',
    code: 'worker_lost',
    principal,
    duration_ms: ageMs,
  };
}
