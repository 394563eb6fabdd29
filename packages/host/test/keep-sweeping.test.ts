import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Executor, SweepReport } from '@sovereign/capabilities';
import { keepSweeping } from '../src/keep-sweeping.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const NOTHING: SweepReport = {
  intents: 0,
  pending: 0,
  grants: 0,
  requests: 0,
  clockMovedBack: false,
};

function sweeping(answer: () => Partial<SweepReport> = () => ({})) {
  let sweeps = 0;
  const executor = {
    sweep: async () => {
      sweeps += 1;
      return { ...NOTHING, ...answer() };
    },
  } as unknown as Executor;
  return { executor, count: () => sweeps };
}

describe('keepSweeping', () => {
  it('S3-263 sweeps at once, every half a minute, and no more once it is stopped', async () => {
    const { executor, count } = sweeping();
    const running = await keepSweeping(executor, undefined);
    expect(count()).toBe(1);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(count()).toBe(4);
    running.stop();
    await vi.advanceTimersByTimeAsync(90_000);
    expect(count()).toBe(4);
  });

  it('sweeps as soon as an hour window opens or closes', async () => {
    const at = performance.timeOrigin + performance.now() + 5_000;
    const { executor, count } = sweeping(() => (count() === 1 ? { hoursChangeAt: at } : {}));
    const running = await keepSweeping(executor, undefined);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(count()).toBe(2);
    running.stop();
  });

  it('one sweep that fails is told, and does not end the sweeping', async () => {
    const defects: unknown[] = [];
    const { executor, count } = sweeping(() => {
      if (count() === 2) throw new Error('disk');
      return {};
    });
    const running = await keepSweeping(executor, (thrown) => defects.push(thrown));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count()).toBe(3);
    expect(defects).toMatchObject([{ message: 'disk' }]);
    running.stop();
  });
});
