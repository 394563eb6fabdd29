import type { ClockPower } from '../../powers/powers.js';

/** Lends the time of this machine. */
export function nodeClockPower(now: () => number = Date.now): ClockPower {
  return Object.freeze<ClockPower>({ now: () => now() });
}
