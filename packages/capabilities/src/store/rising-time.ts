import type { Clock } from './clock.js';

/**
 * Gives time that never goes back: a wall clock set back prolongs nothing, and one set forward ends
 * things early. For stores that have no clock of their own.
 *
 * Source: decision «Time».
 */
export function risingTime(clock: Clock): () => number {
  let highest = clock.now();
  let read = clock.monotonic();
  return () => {
    const monotonic = clock.monotonic();
    highest = Math.max(highest + Math.max(0, monotonic - read), clock.now());
    read = monotonic;
    return highest;
  };
}
