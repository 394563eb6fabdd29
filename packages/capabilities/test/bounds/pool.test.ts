import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDeadlines } from '../../src/bounds/deadlines.js';
import { createPool, type NoSeat, type PoolOptions, type Seat } from '../../src/bounds/pool.js';
import { fakeWorker, type FakeWorker } from './fake-worker.js';

/** A pool of workers that are ready at once and load every handler but `broken`. */
function poolOf(parts: Partial<PoolOptions> = {}) {
  const workers: FakeWorker[] = [];
  const pool = createPool({
    start: () => {
      const worker = fakeWorker((message, self) => {
        if (message.is !== 'load') return;
        queueMicrotask(() =>
          self.speak(
            message.source === 'broken' ? { is: 'unloadable', text: 'why' } : { is: 'loaded' },
          ),
        );
      });
      workers.push(worker);
      queueMicrotask(() => worker.speak({ is: 'ready' }));
      return worker;
    },
    deadlines: createDeadlines(),
    maxWorkers: 4,
    maxCalls: 1_000,
    idleMs: 10_000,
    ...parts,
  });
  return { pool, workers };
}
const seated = (found: Seat | NoSeat): Seat => {
  if ('ok' in found) throw new Error(found.why);
  return found;
};

describe('pool', () => {
  it('gives the same warm worker to the same handler, and never to another', async () => {
    const { pool } = poolOf();
    const first = seated(await pool.seat('a', 'source', 1_000));
    first.leave(true);
    const second = seated(await pool.seat('a', 'source', 1_000));
    expect(second.worker).toBe(first.worker);
    second.leave(true);
    const other = seated(await pool.seat('b', 'source', 1_000));
    expect(other.worker).not.toBe(first.worker);
    pool.close();
  });

  it('keeps one ready ahead of need, and throws away what is not to be used again', async () => {
    const { pool, workers } = poolOf();
    const seat = seated(await pool.seat('a', 'source', 1_000));
    await sleep(60);
    expect(pool.count()).toEqual({ all: 2, idle: 1 });
    seat.leave(false);
    expect((seat.worker as FakeWorker).isKilled()).toBe(true);
    const next = seated(await pool.seat('a', 'source', 1_000));
    expect(next.worker).toBe(workers[1]);
    pool.close();
  });

  it('a worker serves so many calls and no more', async () => {
    const { pool } = poolOf({ maxCalls: 3 });
    const used: unknown[] = [];
    for (let call = 0; call < 6; call += 1) {
      const seat = seated(await pool.seat('a', 'source', 1_000));
      used.push(seat.worker);
      seat.leave(true);
    }
    expect(new Set(used).size).toBe(2);
    expect(used[0]).toBe(used[2]);
    pool.close();
  });

  it('says why a handler is not there, and when no worker comes in time', async () => {
    const { pool } = poolOf();
    expect(await pool.seat('a', 'broken', 1_000)).toEqual({
      ok: false,
      why: 'unloadable',
      text: 'why',
    });
    pool.close();
    const { pool: mute } = poolOf({ start: () => fakeWorker() });
    expect(await mute.seat('a', 'source', 10)).toEqual({ ok: false, why: 'late' });
    expect(await mute.seat('a', 'source', 10, AbortSignal.abort())).toEqual({
      ok: false,
      why: 'cancelled',
    });
    mute.close();
    expect(await mute.seat('a', 'source', 10)).toEqual({ ok: false, why: 'closed' });
  });

  it('a machine that cannot start one now is asked again later, and nobody falls over it', async () => {
    let failures = 3;
    const ready = (): FakeWorker => {
      const worker = fakeWorker((message, self) => {
        if (message.is === 'load') queueMicrotask(() => self.speak({ is: 'loaded' }));
      });
      queueMicrotask(() => worker.speak({ is: 'ready' }));
      return worker;
    };
    const { pool } = poolOf({
      start: () => {
        if ((failures -= 1) >= 0) throw new Error('ENOMEM');
        return ready();
      },
    });
    expect('ok' in (await pool.seat('a', 'source', 5_000))).toBe(false);
    expect(failures).toBeLessThan(0);
    pool.close();
    const { pool: never } = poolOf({
      start: () => {
        throw new Error('ENOMEM');
      },
    });
    expect(await never.seat('a', 'source', 100)).toEqual({ ok: false, why: 'late' });
    never.close();
  });

  it('one that waits and speaks unasked, or dies, is no more', async () => {
    const { pool, workers } = poolOf();
    seated(await pool.seat('a', 'source', 1_000)).leave(true);
    await sleep(60);
    for (const worker of workers.slice(0, 2))
      worker.speak({ is: 'result', call: 'forged', result: 1 });
    expect(workers.slice(0, 2).every((worker) => worker.isKilled())).toBe(true);
    expect('ok' in (await pool.seat('a', 'source', 1_000))).toBe(false);
    pool.close();
  });

  it('what dies as soon as it is ready is not started again for nobody', async () => {
    let started = 0;
    const { pool } = poolOf({
      start: () => {
        started += 1;
        const worker = fakeWorker(() => undefined);
        queueMicrotask(() => {
          worker.speak({ is: 'ready' });
          setTimeout(() => worker.die(), 1);
        });
        return worker;
      },
    });
    expect(await pool.seat('a', 'source', 50)).toMatchObject({ ok: false });
    const then = started;
    await sleep(200);
    expect(started - then).toBeLessThan(3);
    pool.close();
  });

  it('goes when nobody needs it, and makes room for another handler', async () => {
    const { pool } = poolOf({ idleMs: 20 });
    seated(await pool.seat('a', 'source', 1_000)).leave(true);
    await sleep(80);
    expect(pool.count()).toEqual({ all: 1, idle: 1 });
    pool.close();
    const { pool: small, workers } = poolOf({ maxWorkers: 2 });
    for (const handler of ['a', 'b', 'c', 'd'])
      seated(await small.seat(handler, 's', 1_000)).leave(true);
    expect(workers.filter((worker) => !worker.isKilled()).length).toBeLessThanOrEqual(2);
    small.close();
  });

  it('for every order of coming and going: no worker has two calls, nobody waits for ever, no more than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean(), fc.nat(3)), {
          maxLength: 30,
        }),
        async (calls) => {
          const { pool, workers } = poolOf({ maxWorkers: 3 });
          const busy = new Set<unknown>();
          await Promise.all(
            calls.map(async ([handler, reusable, ms]) => {
              const seat = seated(await pool.seat(handler, 'source', 5_000));
              expect(busy.has(seat.worker)).toBe(false);
              busy.add(seat.worker);
              await sleep(ms);
              busy.delete(seat.worker);
              seat.leave(reusable);
              expect(workers.filter((one) => !one.isKilled()).length).toBeLessThanOrEqual(3);
            }),
          );
          pool.close();
          expect(workers.every((one) => one.isKilled())).toBe(true);
        },
      ),
      { numRuns: 20 },
    );
  });
});
