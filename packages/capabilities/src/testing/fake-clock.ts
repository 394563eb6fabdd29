import type { Clock } from '../store/clock.js';

/** A clock that stands still until it is told otherwise. */
export interface FakeClock extends Clock {
  /** Lets so many milliseconds pass. */
  advance(ms: number): void;
  /** Sets the wall clock, forwards or back; what is monotonic stays so. */
  set(now: number): void;
}

/** Makes a clock for tests, at 2026-01-01T00:00Z unless told otherwise. */
export function fakeClock(start: number = Date.UTC(2026, 0, 1)): FakeClock {
  let wall = start;
  let passed = 0;
  return {
    now: () => wall,
    monotonic: () => passed,
    advance(ms) {
      wall += ms;
      passed += ms;
    },
    set(now) {
      wall = now;
    },
  };
}
