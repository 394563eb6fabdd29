import { describe, expect, it } from 'vitest';
import { serverTime } from '../../src/database/server-time.js';

/** A server's clock, and this process's own. */
function clocks() {
  let monotonic = 500;
  let server = 1_000_000;
  const time = serverTime(() => monotonic);
  return {
    time,
    now: () => time.at(server),
    pass(ms: number) {
      monotonic += ms;
      server += ms;
    },
    set: (to: number) => (server = to),
  };
}

describe('serverTime', () => {
  it('is what the server’s clock reads', () => {
    const { now, pass } = clocks();
    expect(now()).toBe(1_000_000);
    pass(60_000);
    expect(now()).toBe(1_060_000);
  });

  it('never goes back, and takes readings that come out of order for no jump', () => {
    const { time } = clocks();
    expect([5_000, 4_990, 5_001].map((reading) => time.at(reading))).toEqual([5_000, 5_000, 5_001]);
  });

  it('goes on by itself where the server’s clock is set back: nothing is prolonged', () => {
    const { now, pass, set } = clocks();
    now();
    set(1_000_000 - 3_600_000);
    expect(now()).toBe(1_000_000);
    const seen: number[] = [];
    for (let minute = 0; minute < 30; minute += 1) {
      pass(60_000);
      seen.push(now());
    }
    // No more than the tolerance behind the true time.
    expect(seen.at(-1)).toBe(1_000_000 + 30 * 60_000 - 5_000);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });

  it('believes a server whose clock merely runs slower', () => {
    const { now, pass, set } = clocks();
    for (let hour = 1; hour <= 24; hour += 1) {
      pass(3_600_000);
      set(1_000_000 + hour * 3_599_000);
      expect(now()).toBe(1_000_000 + hour * 3_599_000);
    }
  });

  it('goes on from a later time that others saw', () => {
    const { time, now, pass } = clocks();
    now();
    time.notBefore(1_600_000);
    expect(now()).toBe(1_600_000);
    pass(60_000);
    expect(now()).toBe(1_600_000 + 55_000);
    time.notBefore(0);
    expect(now()).toBe(1_600_000 + 55_000);
  });
});
