/** Where time comes from. Passed in, so that tests own it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00Z. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back. For durations. */
  monotonic(): number;
}

/**
 * Wall time as it was when the process started, carried on by the monotonic
 * clock: setting the machine's clock back prolongs nothing.
 */
export const systemClock: Clock = Object.freeze({
  now: () => performance.timeOrigin + performance.now(),
  monotonic: () => performance.now(),
});
