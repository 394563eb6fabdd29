import { describe, expect, it } from 'vitest';
import { createDeadlines } from '../../src/bounds/deadlines.js';
import { VOUCHED } from '../../src/bounds/runner.js';
import { workerRunner } from '../../src/bounds/worker-runner.js';
import { fixtureCapability } from '../../src/testing/fixture-host.js';
import { fakeWorker } from './fake-worker.js';

describe('worker runner', () => {
  it('has its seat back whatever a call throws on this side', async () => {
    const runner = workerRunner({
      kind: 'fake',
      isolation: { network: 'system', files: 'system', signals: 'system' },
      start: () => {
        const worker = fakeWorker((message, self) => {
          if (message.is === 'load') queueMicrotask(() => self.speak({ is: 'loaded' }));
          if (message.is === 'call')
            queueMicrotask(() => self.speak({ is: 'result', call: message.call, result: 1 }));
        });
        queueMicrotask(() => worker.speak({ is: 'ready' }));
        return worker;
      },
      read: () => Promise.resolve('source'),
      deadlines: createDeadlines(),
      maxWorkers: 2,
      maxCalls: 9,
      idleMs: 10_000,
      maxResultBytes: 1_000,
    });
    const task = (now: () => number) => ({
      [VOUCHED]: true as const,
      capability: fixtureCapability().capability,
      work: { handler: new URL('fixture:x'), perform: undefined },
      args: {},
      powers: { clock: { now } },
      timeoutMs: 1_000,
      maxResultBytes: 100,
      signal: undefined,
      invocation: { id: 'x' },
    });
    const broken = (): never => {
      throw new Error('no clock');
    };
    for (let call = 0; call < 5; call += 1)
      expect(await runner.run(task(broken))).toMatchObject({ code: 'worker_lost' });
    expect(await runner.run(task(() => 1))).toMatchObject({ ok: true, result: 1 });
    await runner.close?.();
    expect(runner.count()).toEqual({ all: 0, idle: 0 });
  });
});
