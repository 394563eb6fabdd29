import { risingTime, type Clock } from '@sovereign/capabilities';

/** Time of one process among several that share a store. */
export interface ProcessTime {
  /** Milliseconds since 1970; never less than before. */
  now(): number;
  /** Time is never less than this from now on: another process was ahead. */
  notBefore(time: number): void;
}

/**
 * Makes the time of a store that has no clock of its own. Where another process is ahead, this one
 * goes on from there, so that nothing stands still until it has caught up.
 *
 * Source: decision «Time».
 */
export function processTime(clock: Clock): ProcessTime {
  const rising = risingTime(clock);
  let lead = 0;
  const now = (): number => rising() + lead;
  return Object.freeze<ProcessTime>({
    now,
    notBefore(time) {
      lead += Math.max(0, time - now());
    },
  });
}
