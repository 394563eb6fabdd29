import type { Door } from './door.js';
import type { DoorEvents } from './events.js';

/** Tells that what somebody can do has changed: the self-model is computed anew by whoever holds one. */
export function tellOutlook(
  { teller, policy }: Door,
  because: DoorEvents['outlook-changed'][0]['because'],
): void {
  if (because === 'policy') teller.tell('policy-changed', () => ({ revision: policy.revision }));
  teller.tell('outlook-changed', () => ({ because }));
}
