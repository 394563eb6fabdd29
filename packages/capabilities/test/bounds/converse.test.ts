import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { converse } from '../../src/bounds/converse.js';
import { createDeadlines } from '../../src/bounds/deadlines.js';
import type { Task } from '../../src/bounds/runner.js';
import { fixtureCapability } from '../../src/testing/fixture-host.js';
import { fakeWorker } from './fake-worker.js';

const deadlines = createDeadlines();
const task = (parts: Partial<Task> = {}): Task => ({
  capability: fixtureCapability().capability,
  work: { handler: undefined, perform: undefined },
  args: { note: 'x' },
  powers: {},
  timeoutMs: 40,
  maxResultBytes: 100,
  signal: undefined,
  invocation: { id: 'x' },
  ...parts,
});
const callOf = (worker: ReturnType<typeof fakeWorker>): string => {
  const [first] = worker.told;
  return first?.is === 'call' ? first.call : '';
};

describe('a conversation with a worker', () => {
  it('sends the arguments and takes the result, measured again', async () => {
    const worker = fakeWorker();
    const ran = converse(worker, task(), deadlines);
    worker.speak({ is: 'result', call: callOf(worker), result: { ok: true } });
    expect(await ran).toEqual({ ok: true, result: { ok: true }, resultBytes: 11 });
    expect(worker.told).toMatchObject([
      { is: 'call', args: { note: 'x' }, powers: [], origins: [] },
    ]);
    expect(worker.isKilled()).toBe(false);
  });

  it('S1-072 B07 at its bound the invocation ends and so does the worker', async () => {
    const worker = fakeWorker();
    expect(await converse(worker, task(), deadlines)).toEqual({
      ok: false,
      code: 'timed_out',
      started: true,
    });
    expect(worker.isKilled()).toBe(true);
  });

  it('S1-073 a result is believed neither its size nor its shape', async () => {
    for (const [result, code] of [
      ['x'.repeat(2_000), 'result_too_large'],
      [JSON.parse('['.repeat(70) + ']'.repeat(70)), 'invalid_result'],
      [undefined, 'invalid_result'],
    ] as const) {
      const worker = fakeWorker();
      const ran = converse(worker, task({ maxResultBytes: 1_000 }), deadlines);
      worker.speak({ is: 'result', call: callOf(worker), result });
      expect(await ran).toMatchObject({ ok: false, code });
      expect(worker.isKilled()).toBe(true);
    }
  });

  it('a failure carries its word, and what was thrown for the defect hook alone', async () => {
    const worker = fakeWorker();
    const ran = converse(worker, task(), deadlines);
    worker.speak({
      is: 'failed',
      call: callOf(worker),
      code: 'handler_failed',
      reason: 'no_such_unit',
      text: 'Error: at /home',
    });
    expect(await ran).toMatchObject({
      code: 'handler_failed',
      reason: 'no_such_unit',
      thrown: { message: 'fixture.probe@1: Error: at /home' },
    });
  });

  it('the caller’s signal ends it at once, also one that had fired before', async () => {
    const stop = new AbortController();
    const worker = fakeWorker();
    const ran = converse(worker, task({ signal: stop.signal, timeoutMs: 10_000 }), deadlines);
    stop.abort();
    expect(await ran).toEqual({ ok: false, code: 'cancelled', started: true });
    expect(worker.isKilled()).toBe(true);
    const unasked = fakeWorker();
    expect(await converse(unasked, task({ signal: stop.signal }), deadlines)).toEqual({
      ok: false,
      code: 'cancelled',
      started: false,
    });
    expect(unasked.told).toEqual([]);
  });

  it('B11 what comes after the end is dropped, told once, and ends the worker', async () => {
    let late = 0;
    const worker = fakeWorker();
    const ran = converse(worker, task({ late: () => (late += 1) }), deadlines);
    await ran;
    worker.speak({ is: 'result', call: callOf(worker), result: 1 });
    expect(late).toBe(1);
  });

  it('a worker that dies, or speaks of another call, has lost its invocation', async () => {
    const dying = fakeWorker();
    const lost = converse(dying, task(), deadlines);
    dying.die();
    expect(await lost).toEqual({ ok: false, code: 'worker_lost', started: true });
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (nonsense) => {
        const worker = fakeWorker();
        const ran = converse(worker, task(), deadlines);
        worker.speak(nonsense);
        expect(await ran).toMatchObject({ ok: false, code: 'worker_lost' });
        expect(worker.isKilled()).toBe(true);
      }),
    );
  });

  it('forged words of this very call gain nothing but its end', async () => {
    for (const forged of [
      { is: 'ready' },
      { is: 'failed', code: 'timed_out' },
      { is: 'failed', code: 'constructor' },
      { is: 'ask', ask: 'x' },
    ]) {
      const worker = fakeWorker();
      const ran = converse(worker, task(), deadlines);
      worker.speak({ ...forged, call: callOf(worker) });
      expect(await ran).toMatchObject({ code: 'worker_lost' });
    }
  });

  it('B04 nothing is left listening, however many ended', async () => {
    const stop = new AbortController();
    let listening = 0;
    const signal = Object.assign(Object.create(stop.signal) as AbortSignal, {
      addEventListener: () => (listening += 1),
      removeEventListener: () => (listening -= 1),
    });
    Object.defineProperty(signal, 'aborted', { value: false });
    for (let call = 0; call < 1_000; call += 1) {
      const worker = fakeWorker();
      const ran = converse(worker, task({ signal }), deadlines);
      worker.speak({ is: 'result', call: callOf(worker), result: 1 });
      await ran;
    }
    expect(listening).toBe(0);
    await sleep(1);
  });
});
