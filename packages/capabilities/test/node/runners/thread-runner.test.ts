import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { threadRunner } from '../../../src/node/runners/thread-runner.js';
import type { WorkerRunner } from '../../../src/bounds/worker-runner.js';
import { HOSTILE, handlerFile } from './hostile.js';
import { builtPrograms } from './programs.js';
import { loading, MODULAR, taskOf } from './runner-task.js';

const programs = builtPrograms();
const held = HOSTILE.filter(({ notIn }) => notIn !== 'thread');
const at = (title: string): URL => new URL(`fixture:${encodeURIComponent(title)}`);

describe('thread runner', () => {
  let runner: WorkerRunner;
  beforeAll(() => {
    runner = threadRunner({
      programs: programs(),
      load: (url) => {
        const found = held.find(({ title }) => at(title).href === url.href);
        return Promise.resolve(handlerFile(found?.body ?? 'return { good: true };'));
      },
    });
  });
  afterAll(() => runner.close?.());

  it('says that it keeps a handler from nothing', () => {
    expect(runner.isolation).toEqual({ network: 'none', files: 'none', signals: 'none' });
  });

  for (const { title, ends } of held)
    it(`${title}: ends as it must, and the next is served`, { timeout: 30_000 }, async () => {
      const work = { handler: at(title), perform: undefined };
      const capability = { ...MODULAR, id: `${title}@1` } as const;
      const powers = { log: { note: () => undefined } };
      const ran = await runner.run(taskOf({ work, capability, powers, timeoutMs: 1_000 }));
      expect(ends).toContain(ran.ok ? 'completed' : ran.code);
      if (ran.ok) expect(ran.result).toEqual({ gained: false });
      const good = { work: { handler: at('good'), perform: undefined } };
      expect(await runner.run(taskOf(good))).toMatchObject({ ok: true, result: { good: true } });
    });

  it('does not hold memory outside of the heap: that is the process’s own', async () => {
    const greedy = threadRunner({
      programs: programs(),
      load: loading('return { bytes: new Uint8Array(200 * 1048576).fill(1).length };'),
    });
    expect(await greedy.run(taskOf())).toMatchObject({ ok: true, result: { bytes: 209_715_200 } });
    await greedy.close?.();
  });
});
