import type { Clock } from '../clock.js';

/** Goes on by the monotonic clock, so that a wall clock set back prolongs nothing; set forward, it ends early. */
export function memoryTime(clock: Clock): () => number {
  let highest = clock.now();
  let read = clock.monotonic();
  return () => {
    const monotonic = clock.monotonic();
    highest = Math.max(highest + Math.max(0, monotonic - read), clock.now());
    read = monotonic;
    return highest;
  };
}
