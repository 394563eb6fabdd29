import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SweepReport } from '@sovereign/capabilities';
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
  };
  return { executor, count: () => sweeps };
}

describe('keepSweeping', () => {
  it('S3-263 sweeps at once, every half a minute, and no more once it is stopped', async () => {
    const { executor, count } = sweeping();
    const running = await keepSweeping(executor, undefined);
    expect(count()).toBe(1);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(count()).toBe(4);
    await running.stop();
    await vi.advanceTimersByTimeAsync(90_000);
    expect(count()).toBe(4);
  });

  it('sweeps as soon as an hour window opens or closes', async () => {
    const at = performance.timeOrigin + performance.now() + 5_000;
    const { executor, count } = sweeping(() => (count() === 1 ? { hoursChangeAt: at } : {}));
    const running = await keepSweeping(executor, undefined);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(count()).toBe(2);
    await running.stop();
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
    await running.stop();
  });

  it('is stopped when the sweep under way has ended, and not before; none begins after it', async () => {
    const ended: string[] = [];
    let end: () => void = () => {};
    let sweeps = 0;
    const executor = {
      sweep: async () => {
        sweeps += 1;
        if (sweeps > 1) await new Promise<void>((resolve) => (end = resolve));
        ended.push(`sweep ${sweeps}`);
        return NOTHING;
      },
    };
    const running = await keepSweeping(executor, undefined);
    await vi.advanceTimersByTimeAsync(30_000);
    const stopped = running.stop().then(() => ended.push('stopped'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended).toEqual(['sweep 1']);
    end();
    await stopped;
    await vi.advanceTimersByTimeAsync(90_000);
    expect(ended).toEqual(['sweep 1', 'sweep 2', 'stopped']);
  });

  it('a sweep that fails while it is stopped is told, and stops it', async () => {
    const defects: unknown[] = [];
    let fail: (thrown: Error) => void = () => {};
    let sweeps = 0;
    const executor = {
      sweep: async () => {
        sweeps += 1;
        if (sweeps > 1) await new Promise<void>((_, reject) => (fail = reject));
        return NOTHING;
      },
    };
    const running = await keepSweeping(executor, (thrown) => defects.push(thrown));
    await vi.advanceTimersByTimeAsync(30_000);
    const stopped = running.stop();
    fail(new Error('disk'));
    await stopped;
    await vi.advanceTimersByTimeAsync(90_000);
    expect(defects).toMatchObject([{ message: 'disk' }]);
    expect(sweeps).toBe(2);
  });
});
