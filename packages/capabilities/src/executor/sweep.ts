import { isoTime } from '../internal/time.js';
import type { Door } from './door.js';

/**
 * Closes every intent whose deadline passed, with one terminal event each.
 *
 * An event that was written before the store could settle stays the only one: a sink
 * keeps one per attempt. Safe to run anywhere, at any time, as often as one likes.
 */
export async function sweep(door: Door): Promise<number> {
  const overdue = await door.store.closeOverdue();
  for (const { id, capability, version, principal, mutating, ageMs } of overdue) {
    const known = door.registry.find(capability, version);
    await door.record({
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
    });
  }
  return overdue.length;
}
