import { describe, expect, it } from 'vitest';
import { readBoth, systemClock, type Clock } from '../../src/store/clock.js';

describe('systemClock', () => {
  it('tells the time of the machine, and goes on', async () => {
    const [now, monotonic] = [systemClock.now(), systemClock.monotonic()];
    expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(systemClock.now() - now).toBeGreaterThan(3);
    expect(systemClock.monotonic() - monotonic).toBeGreaterThan(3);
  });

  it('does not follow a wall clock that is set back', () => {
    const { now } = Date;
    const before = systemClock.now();
    Date.now = () => 0;
    try {
      expect(systemClock.now()).toBeGreaterThanOrEqual(before);
    } finally {
      Date.now = now;
    }
  });

  it('is nobody’s to change', () => {
    expect(Object.isFrozen(systemClock)).toBe(true);
  });
});

describe('readBoth', () => {
  it('reads the clock it is given', () => {
    const clock: Clock = { now: () => 7, monotonic: () => 3 };
    expect(readBoth(clock)).toEqual({ now: 7, monotonic: 3 });
  });

  it('reads the machine’s own as it tells itself', () => {
    const before = [systemClock.now(), systemClock.monotonic()] as const;
    const { now, monotonic } = readBoth(systemClock);
    const after = [systemClock.now(), systemClock.monotonic()] as const;
    expect(now).toBeGreaterThanOrEqual(before[0]);
    expect(now).toBeLessThanOrEqual(after[0]);
    expect(monotonic).toBeGreaterThanOrEqual(before[1]);
    expect(monotonic).toBeLessThanOrEqual(after[1]);
  });
});
