import type { Awaitable } from '../internal/awaitable.js';
import { isoTime } from '../internal/time.js';
import type { Door } from './door.js';
import type { Confirmed } from './evidence.js';

/** What a handler brings after its invocation ended is dropped; that it did is on record. */
export function recordLate(known: Confirmed, door: Door): Awaitable<boolean> {
  return door.record({
    kind: 'late_settlement',
    id: crypto.randomUUID(),
    time: isoTime(door.clock.now()),
    principal: known.caller.principal,
    subject: known.id,
  });
}
