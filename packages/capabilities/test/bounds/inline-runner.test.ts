import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inlineRunner } from '../../src/bounds/inline-runner.js';
import { measure } from '../../src/bounds/measured.js';
import { ContractError } from '../../src/contract/contract-error.js';
import { defineHandler } from '../../src/contract/handler.js';
import { fail } from '../../src/contract/failure.js';
import { VOUCHED, type Task, type VouchedTask } from '../../src/bounds/runner.js';
import { Type } from 'typebox';
import { defineCapability } from '../../src/contract/capability.js';
import { createRegistry } from '../../src/registry/registry.js';
import { FIXTURE_BOUNDS, fixtureCapability } from '../../src/testing/fixture-host.js';

const { capability } = fixtureCapability();
const task = (perform: unknown, more: Partial<Task> = {}): VouchedTask => ({
  [VOUCHED]: true,
  capability,
  work: { handler: undefined, perform: perform as never },
  args: {},
  powers: {},
  timeoutMs: 50,
  maxResultBytes: 1_000,
  signal: undefined,
  invocation: { id: 'x' },
  ...more,
});
const modular = defineCapability({
  name: 'fixture.modular',
  version: 1,
  summary: 'Lives in a module.',
  args: Type.Object({}),
  result: Type.Object({ ok: Type.Boolean() }),
  sideEffect: 'read_only',
  network: 'local',
  bounds: FIXTURE_BOUNDS,
  handler: new URL('file:///nowhere/x.handler.js'),
});

/** A key that no copy takes over is refused, not carried. */
const isCarried = (value: unknown): boolean => !JSON.stringify(value).includes('"__proto__"');

describe('inline runner', () => {
  it('says that it keeps a handler from nothing', () => {
    expect(inlineRunner().isolation).toEqual({ network: 'none', files: 'none', signals: 'none' });
  });

  it('and so it is: files, environment, programs and what all share are within reach', async () => {
    const reaching = async () => {
      const { readFileSync } = await import('node:fs');
      const { execPath, env, kill } = process;
      (globalThis as { mark?: boolean }).mark = true;
      return [
        readFileSync(import.meta.filename).length,
        execPath.length,
        Object.keys(env).length,
        kill.name.length,
      ];
    };
    const ran = await inlineRunner().run(task(reaching, { timeoutMs: 5_000 }));
    expect(ran.ok && (ran.result as readonly number[]).every((found) => found > 0)).toBe(true);
    expect(Reflect.get(globalThis, 'mark')).toBe(true);
    Reflect.deleteProperty(globalThis, 'mark');
  });

  it('imports a handler module once, while the host starts', async () => {
    let loads = 0;
    const runner = inlineRunner({
      load: () => {
        loads += 1;
        return Promise.resolve({ default: defineHandler<typeof modular>(() => ({ ok: true })) });
      },
    });
    await runner.prepare(createRegistry([modular]));
    const own = {
      ...task(undefined),
      capability: modular,
      work: { handler: new URL('file:///nowhere/x.handler.js'), perform: undefined },
    };
    expect(await runner.run(own)).toMatchObject({ ok: true, result: { ok: true } });
    expect(await runner.run(own)).toMatchObject({ ok: true });
    expect(loads).toBe(1);
  });

  it.each([[{}], [{ default: () => ({ ok: true }) }], [{ default: undefined }], [undefined]])(
    'refuses a handler module that exports %j',
    async (module) => {
      const runner = inlineRunner({ load: () => Promise.resolve(module) });
      await expect(runner.prepare(createRegistry([modular]))).rejects.toThrow(ContractError);
    },
  );

  it('a module that cannot be imported any more costs its own invocation', async () => {
    const runner = inlineRunner({ load: () => Promise.reject(new Error('gone')) });
    expect(
      await runner.run({
        ...task(undefined),
        capability: modular,
        work: { handler: new URL('file:///x'), perform: undefined },
      }),
    ).toMatchObject({
      ok: false,
      code: 'worker_lost',
      started: false,
    });
  });

  it('ends at its bound, fires the signal, and says once that something came late', async () => {
    let late = 0;
    let aborted = false;
    const ran = await inlineRunner().run(
      task(
        async (_: unknown, __: unknown, signal: AbortSignal) => {
          signal.addEventListener('abort', () => {
            aborted = true;
          });
          await sleep(60);
          return {};
        },
        {
          timeoutMs: 10,
          late: () => {
            late += 1;
          },
        },
      ),
    );
    expect(ran).toEqual({ ok: false, code: 'timed_out', started: true });
    expect(aborted).toBe(true);
    await sleep(70);
    expect(late).toBe(1);
  });

  it('a caller that leaves ends it; one that had left before starts nothing', async () => {
    const controller = new AbortController();
    const running = inlineRunner().run(
      task(() => new Promise(() => {}), { signal: controller.signal }),
    );
    controller.abort();
    expect(await running).toEqual({ ok: false, code: 'cancelled', started: true });
    let entered = false;
    expect(
      await inlineRunner().run(
        task(
          () => {
            entered = true;
          },
          { signal: AbortSignal.abort() },
        ),
      ),
    ).toEqual({ ok: false, code: 'cancelled', started: false });
    expect(entered).toBe(false);
  });

  it('A16 runs nothing that did not come through the stages before', async () => {
    let entered = false;
    const perform = () => {
      entered = true;
      return {};
    };
    const forged = { ...task(perform) };
    for (const one of [
      JSON.parse(JSON.stringify(forged)) as Task,
      { capability, work: { handler: undefined, perform }, args: {} } as never,
    ])
      expect(await inlineRunner().run(one)).toEqual({
        ok: false,
        code: 'worker_lost',
        started: false,
      });
    expect(entered).toBe(false);
  });

  it('a signal that lies or throws harms nobody but its own invocation', async () => {
    const lies = (part: object) =>
      ({
        aborted: false,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
        ...part,
      }) as never;
    const boom = () => {
      throw new Error('lie');
    };
    expect(
      await inlineRunner().run(task(() => ({}), { signal: lies({ removeEventListener: boom }) })),
    ).toMatchObject({ ok: true });
    expect(
      await inlineRunner().run(
        task(() => new Promise(() => {}), {
          timeoutMs: 5,
          signal: lies({ removeEventListener: boom }),
        }),
      ),
    ).toMatchObject({ code: 'timed_out' });
    expect(
      await inlineRunner().run(task(() => ({}), { signal: lies({ addEventListener: boom }) })),
    ).toMatchObject({ code: 'cancelled', started: false });
    expect(
      await inlineRunner().run(task(() => ({}), { signal: lies({ aborted: 'yes' }) })),
    ).toMatchObject({ code: 'cancelled', started: false });
  });

  it('a thenable that answers many times is heard once, and is no late settlement', async () => {
    let late = 0;
    const many = {
      then: (ok: (value: object) => void) => {
        for (let n = 0; n < 50; n += 1) ok({});
      },
    };
    expect(
      await inlineRunner().run(
        task(() => many, {
          late: () => {
            late += 1;
          },
        }),
      ),
    ).toMatchObject({ ok: true });
    expect(late).toBe(0);
  });

  it('carries a failure word, and hands everything else that is thrown to the defect hook alone', async () => {
    expect(await inlineRunner().run(task(() => fail('gone')))).toEqual({
      ok: false,
      code: 'handler_failed',
      reason: 'gone',
      started: true,
    });
    const thrown = new Error('x');
    expect(
      await inlineRunner().run(
        task(() => {
          throw thrown;
        }),
      ),
    ).toEqual({ ok: false, code: 'handler_failed', thrown, started: true });
  });

  it('for every result and every size: what fits comes through unchanged, and one byte less is too little', () => {
    fc.assert(
      fc.property(fc.jsonValue().filter(isCarried), (value) => {
        const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
        expect(measure(value, bytes)).toEqual({
          ok: true,
          result: JSON.parse(JSON.stringify(value)),
          resultBytes: bytes,
        });
        expect(measure(value, bytes - 1)).toEqual({
          ok: false,
          code: 'result_too_large',
          started: true,
        });
      }),
    );
  });

  it('a bomb is counted while it is walked: it is not written out first', () => {
    const bomb = Array.from({ length: 100 }, () => 'x'.repeat(100_000));
    let reads = 0;
    const counted = new Proxy(bomb, {
      getOwnPropertyDescriptor: (target, key) => {
        reads += 1;
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    });
    expect(measure(counted, 250_000)).toMatchObject({ ok: false, code: 'result_too_large' });
    expect(reads).toBeLessThan(10);
  });
});
