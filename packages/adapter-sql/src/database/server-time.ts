/** How far a server's clock may fall behind before it counts as set back. */
const TOLERANCE_MS = 5_000;

/** Time by a server's clock that never goes back. */
export interface ServerTime {
  /** The time, now that the server's clock reads so. */
  at(reading: number): number;
  /** It is never less than this from now on. */
  notBefore(time: number): void;
}

/**
 * Makes time of what a server's clock reads. Where that clock is set back, time goes on by this
 * process's own monotonic clock, so that nothing is prolonged.
 *
 * Source: decision «Time».
 */
export function serverTime(monotonic: () => number): ServerTime {
  let highest = -Infinity;
  /** When the highest time was last seen. Between clocks that merely drift, the server's is believed. */
  let seenAt = { time: -Infinity, monotonic: 0 };

  function see(time: number): void {
    if (time < highest) return;
    highest = time;
    seenAt = { time, monotonic: monotonic() };
  }

  return Object.freeze<ServerTime>({
    at(reading) {
      see(reading);
      const gone = monotonic() - seenAt.monotonic;
      highest = Math.max(highest, seenAt.time + gone - TOLERANCE_MS);
      return highest;
    },
    notBefore: see,
  });
}
