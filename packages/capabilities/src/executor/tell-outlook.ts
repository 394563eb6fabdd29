import type { Door } from './door.js';
import type { DoorEvents } from './events.js';

/** Which revision of the rules whoever listens to a door was last told of. */
const told = new WeakMap<Door, number>();

/** Tells that what somebody can do has changed: the self-model is computed anew by whoever holds one. */
export function tellOutlook(
  door: Door,
  because: DoorEvents['outlook-changed'][0]['because'],
): void {
  const { teller, policy } = door;
  told.set(door, policy.revision);
  if (because === 'policy') teller.tell('policy-changed', () => ({ revision: policy.revision }));
  teller.tell('outlook-changed', () => ({ because }));
}

/** Whether the rules in force are others than those that were told of, whoever read them since. */
export function isPolicyUntold(door: Door): boolean {
  const last = told.get(door);
  return last !== undefined && last !== door.policy.revision;
}
