import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeadlines } from '../../src/bounds/deadlines.js';

describe('deadlines', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  it('for every set of deadlines: each bell that was not cancelled rings once, not early, and within a millisecond', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ ms: fc.integer({ min: 0, max: 500 }), cancelled: fc.boolean() }), {
          maxLength: 100,
        }),
        (wanted) => {
          const deadlines = createDeadlines();
          const start = performance.now();
          const rung = new Map<number, number[]>();
          const cancels = wanted.map(({ ms }, index) =>
            deadlines.after(ms, () =>
              rung.set(index, [...(rung.get(index) ?? []), performance.now() - start]),
            ),
          );
          wanted.forEach(({ cancelled }, index) => cancelled && cancels[index]?.());
          vi.advanceTimersByTime(1_000);
          wanted.forEach(({ ms, cancelled }, index) => {
            const times = rung.get(index) ?? [];
            expect(times).toHaveLength(cancelled ? 0 : 1);
            for (const time of times) expect(time - ms).toBeGreaterThanOrEqual(0);
            for (const time of times) expect(time - ms).toBeLessThanOrEqual(1);
          });
        },
      ),
    );
  });

  it('uses one timer however many deadlines there are', () => {
    const deadlines = createDeadlines();
    for (let call = 0; call < 10_000; call += 1) deadlines.after(100, () => undefined)();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('an earlier deadline is not held up by a later one', () => {
    const deadlines = createDeadlines();
    const rung: string[] = [];
    deadlines.after(500, () => rung.push('late'));
    deadlines.after(10, () => rung.push('early'));
    vi.advanceTimersByTime(11);
    expect(rung).toEqual(['early']);
    vi.advanceTimersByTime(500);
    expect(rung).toEqual(['early', 'late']);
  });

  it('rings those that are due at once in the order of their time, but not what a bell has cancelled', () => {
    let lateMs = 0;
    const deadlines = createDeadlines(() => performance.now() + lateMs);
    const rung: number[] = [];
    const cancels = new Map<number, () => void>();
    for (const ms of [30, 10, 40, 20])
      cancels.set(
        ms,
        deadlines.after(ms, () => {
          rung.push(ms);
          if (ms === 20) cancels.get(30)?.();
        }),
      );
    deadlines.after(5, () => undefined)();
    // A process that was busy looks at all of them late.
    lateMs = 100;
    vi.advanceTimersByTime(100);
    expect(rung).toEqual([10, 20, 40]);
  });

  it('a bell that sets another deadline is heard', () => {
    const deadlines = createDeadlines();
    const rung: number[] = [];
    deadlines.after(5, () => {
      rung.push(1);
      deadlines.after(5, () => rung.push(2));
    });
    vi.advanceTimersByTime(20);
    expect(rung).toEqual([1, 2]);
  });
});
