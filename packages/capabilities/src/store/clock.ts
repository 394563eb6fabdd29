/** Where time comes from. Passed in, so that tests own it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00Z. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back. For durations. */
  monotonic(): number;
}

// Taken once: to ask the global object for it runs a getter each time.
const { performance } = globalThis;

/**
 * Wall time as it was when the process started, carried on by the monotonic
 * clock: setting the machine's clock back prolongs nothing.
 */
export const systemClock: Clock = Object.freeze({
  now: () => performance.timeOrigin + performance.now(),
  monotonic: () => performance.now(),
});

/** Reads a clock's two hands. The machine's own is looked at once for both. */
export function readBoth(clock: Clock): { readonly now: number; readonly monotonic: number } {
  if (clock !== systemClock) return { now: clock.now(), monotonic: clock.monotonic() };
  const monotonic = clock.monotonic();
  return { now: performance.timeOrigin + monotonic, monotonic };
}
