import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/store/clock.js';

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
