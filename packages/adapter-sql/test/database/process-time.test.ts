import { fakeClock } from '@sovereign/capabilities/testing';
import { describe, expect, it } from 'vitest';
import { processTime } from '../../src/database/process-time.js';

describe('processTime', () => {
  it('goes on from where another process is ahead, and does not stand still', () => {
    const clock = fakeClock();
    const { now, notBefore } = processTime(clock);
    const start = now();
    notBefore(start + 10_000);
    expect(now()).toBe(start + 10_000);
    clock.advance(2_000);
    expect(now()).toBe(start + 12_000);
    notBefore(start);
    expect(now()).toBe(start + 12_000);
  });

  it('never goes back with the clock', () => {
    const clock = fakeClock();
    const { now } = processTime(clock);
    const start = now();
    clock.set(start - 60_000);
    expect(now()).toBeGreaterThanOrEqual(start);
  });
});
