import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySink } from '../../../src/audit/memory-sink.js';
import { inlineRunner } from '../../../src/bounds/inline-runner.js';
import type { Runner } from '../../../src/bounds/runner.js';
import { fail } from '../../../src/contract/failure.js';
import type { Policy } from '../../../src/policy/policy.js';
import { memoryStore } from '../../../src/store/memory-store.js';
import type { DoorStore } from '../../../src/store/door-store.js';
import {
  fixtureCapability,
  fixtureCaller,
  fixtureHost,
} from '../../../src/testing/fixture-host.js';

const never = new Promise<never>(() => {});

describe('perform', () => {
  it('S1-074 the turn cap holds for calls at once, and a new turn starts anew', async () => {
    const probe = fixtureCapability({
      bounds: { maxPerTurn: 3 },
      perform: async () => ({ ok: await Promise.resolve(true) }),
    });
    const host = fixtureHost([probe.capability]);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => host.invoke({}, { occasion: 'turn:1' })),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'completed')).toHaveLength(3);
    expect(
      outcomes.filter((one) => one.outcome === 'rejected' && one.code === 'turn_limit'),
    ).toHaveLength(7);
    expect(probe.calls).toHaveLength(3);
    expect(await host.invoke({}, { occasion: 'turn:2' })).toMatchObject({ outcome: 'completed' });
    expect(await host.invoke({}, { occasion: 'turn:1' })).toMatchObject({ code: 'turn_limit' });
  });

  it('S1-074 the cap counts a capability by name over its versions, and all steps of one plan revision as one turn', async () => {
    const one = fixtureCapability({ version: 1, bounds: { maxPerTurn: 1 } });
    const two = fixtureCapability({ version: 2, bounds: { maxPerTurn: 1 } });
    const host = fixtureHost([one.capability, two.capability]);
    const step = (id: string) => ({ occasion: `step:plan/${id}` as const }) as never;
    expect(await host.invoke({ version: 1 }, step('1/a'))).toMatchObject({ outcome: 'completed' });
    expect(await host.invoke({ version: 2 }, step('1/b'))).toMatchObject({ code: 'turn_limit' });
    expect(await host.invoke({ version: 2 }, step('2/b'))).toMatchObject({ outcome: 'completed' });
  });

  it('a failed handler keeps its count; without an occasion every attempt is a turn of its own', async () => {
    const probe = fixtureCapability({
      bounds: { maxPerTurn: 1 },
      perform: () => {
        throw new Error('no');
      },
    });
    const host = fixtureHost([probe.capability]);
    expect(await host.invoke({}, { occasion: 'turn:1' })).toMatchObject({ code: 'handler_failed' });
    expect(await host.invoke({}, { occasion: 'turn:1' })).toMatchObject({ code: 'turn_limit' });
    expect(await host.invoke({})).toMatchObject({ code: 'handler_failed' });
    expect(await host.invoke({})).toMatchObject({ code: 'handler_failed' });
  });

  it('S1-075 tells timeout, size and count apart, and calls none of them a success', async () => {
    const host = (perform: () => unknown, bounds: object) =>
      fixtureHost([fixtureCapability({ perform, bounds }).capability]);
    expect(await host(() => never, { timeoutMs: 5 }).invoke({})).toMatchObject({
      outcome: 'rejected',
      code: 'timed_out',
    });
    expect(
      await host(() => ({ ok: true, x: 'y'.repeat(99) }), { maxResultBytes: 50 }).invoke({}),
    ).toMatchObject({ code: 'result_too_large' });
    const counted = host(() => ({ ok: true }), { maxPerTurn: 1 });
    await counted.invoke({}, { occasion: 'turn:1' });
    expect(await counted.invoke({}, { occasion: 'turn:1' })).toMatchObject({
      outcome: 'rejected',
      code: 'turn_limit',
    });
  });

  it('S1-079 checks the result against its schema before anybody sees it', async () => {
    for (const result of [
      {},
      { ok: 'yes' },
      { ok: true, more: 1 },
      null,
      undefined,
      [],
      'ok',
      () => 1,
      { ok: new Date() },
    ]) {
      const host = fixtureHost([fixtureCapability({ perform: () => result }).capability]);
      expect(await host.invoke({})).toMatchObject({
        outcome: 'rejected',
        stage: 'execute',
        code: 'invalid_result',
      });
    }
  });

  it('S1-090 a handler that throws, rejects, or throws nothing at all is a failed execution, not a crash', async () => {
    const ways: (() => unknown)[] = [
      () => {
        throw new Error('sync');
      },
      () => Promise.reject(new Error('async')),
      () => {
        throw undefined;
      }, // eslint-disable-line @typescript-eslint/only-throw-error -- what hostile code does
      () => Promise.reject(null), // eslint-disable-line @typescript-eslint/prefer-promise-reject-errors -- as above
      () => ({
        then: () => {
          throw new Error('thenable');
        },
      }),
    ];
    for (const perform of ways) {
      const host = fixtureHost([fixtureCapability({ perform }).capability]);
      expect(await host.invoke({})).toMatchObject({
        outcome: 'rejected',
        stage: 'execute',
        code: 'handler_failed',
      });
      expect(host.events()).toHaveLength(1);
    }
  });

  it('lets a reason through only if the contract lists it', async () => {
    const host = (word: string) =>
      fixtureHost([
        fixtureCapability({ failures: ['disk_gone'], perform: () => fail(word) }).capability,
      ]);
    expect(await host('disk_gone').invoke({})).toMatchObject({
      code: 'handler_failed',
      reason: 'disk_gone',
    });
    const other = await host('secret_word').invoke({});
    expect(other).toMatchObject({ code: 'handler_failed' });
    expect(other).not.toHaveProperty('reason');
  });

  it('a mutating handler that was started and gave no result ends as unknown: neither a success nor a no', async () => {
    for (const [perform, code] of [
      [
        () => {
          throw new Error('no');
        },
        'handler_failed',
      ],
      [() => ({}), 'invalid_result'],
    ] as const) {
      const probe = fixtureCapability({ sideEffect: 'mutating', perform });
      const host = fixtureHost([probe.capability]);
      const token = await host.token((await host.invoke({})).event);
      expect(await host.invoke({ confirmation: token })).toMatchObject({
        outcome: 'unknown',
        stage: 'execute',
        code,
      });
      expect(host.events().at(-1)).toMatchObject({
        outcome: 'unknown',
        stage_reached: 'confirmed',
      });
    }
  });

  it('B14 bounds of the contract always apply: a caller may shorten, and asking for more changes nothing', async () => {
    const seen: unknown[] = [];
    const inline = inlineRunner();
    const runner: Runner = {
      ...inline,
      run: (task) => {
        seen.push([task.timeoutMs, task.maxResultBytes]);
        return inline.run(task);
      },
    };
    const probe = fixtureCapability({
      bounds: { timeoutMs: 100, maxResultBytes: 200, maxPerTurn: 2 },
    });
    const host = fixtureHost([probe.capability], { runner });
    await host.invoke({}, { bounds: { timeoutMs: 50 } });
    await host.invoke({}, { bounds: { timeoutMs: 5_000, maxResultBytes: 9_999, maxPerTurn: 99 } });
    expect(seen).toEqual([
      [50, 200],
      [100, 200],
    ]);
    const facts = { occasion: 'turn:1', bounds: { maxPerTurn: 1 } } as const;
    await host.invoke({}, facts);
    expect(await host.invoke({}, facts)).toMatchObject({ code: 'turn_limit' });
  });

  it('A44 A45 one token raced by fifty invocations executes once, with 20 KB arguments too', async () => {
    for (const note of ['', 'x'.repeat(20_000)]) {
      const probe = fixtureCapability({
        sideEffect: 'mutating',
        perform: async () => ({ ok: await Promise.resolve(true) }),
      });
      const host = fixtureHost([probe.capability], { limits: { maxConfirmableBytes: 65_536 } });
      const args = { note };
      const token = await host.token((await host.invoke({ args })).event);
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, () => host.invoke({ args, confirmation: token })),
      );
      expect(outcomes.filter(({ outcome }) => outcome === 'completed')).toHaveLength(1);
      expect(
        outcomes.filter((one) => one.outcome === 'rejected' && one.code === 'confirmation_refused'),
      ).toHaveLength(49);
      expect(probe.calls).toHaveLength(1);
      expect(new Set(host.events().map(({ id }) => id)).size).toBe(51);
    }
  });

  it('A45 for every order in which a slow store answers: one token executes once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const probe = fixtureCapability({ sideEffect: 'mutating' });
        const base = memoryStore();
        const slowly =
          <A extends unknown[], R>(name: string, call: (...args: A) => R) =>
          async (...args: A): Promise<Awaited<R>> => {
            await scheduler.schedule(Promise.resolve(), name);
            return await call(...args);
          };
        const store: DoorStore = {
          ...base,
          findByToken: slowly('find', base.findByToken),
          begin: slowly('begin', base.begin),
        };
        const host = fixtureHost([probe.capability], { store });
        const token = await host.token((await host.invoke({})).event);
        const racing = Promise.all([1, 2, 3].map(() => host.invoke({ confirmation: token })));
        await scheduler.waitFor(racing);
        const outcomes = await racing;
        return (
          probe.calls.length === 1 &&
          outcomes.filter(({ outcome }) => outcome === 'completed').length === 1
        );
      }),
    );
  });

  it('A50 an abort at any point before the handler leads to no execution', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(12), fc.boolean(), async (abortAt, withToken) => {
        const probe = fixtureCapability({ sideEffect: 'mutating' });
        const base = memoryStore();
        const controller = new AbortController();
        let awaits = 0;
        let before = true;
        const tick = async <R>(call: () => R): Promise<Awaited<R>> => {
          if (before && awaits++ === abortAt) controller.abort();
          await Promise.resolve();
          return await call();
        };
        const store: DoorStore = {
          ...base,
          findByToken: (hash) => tick(() => base.findByToken(hash)),
          recorded: (...args) => tick(() => base.recorded(...args)),
          turnCount: (...args) => tick(() => base.turnCount(...args)),
          openPending: (pending) => tick(() => base.openPending(pending)),
          begin: (intent) => tick(() => base.begin(intent)),
        };
        const host = fixtureHost([probe.capability], { store });
        const facts = { occasion: 'turn:1', key: 'k' } as const;
        const token = withToken
          ? await host.token((await host.invoke({}, facts)).event)
          : undefined;
        awaits = 0;
        await host.invoke(token === undefined ? {} : { confirmation: token }, {
          ...facts,
          signal: controller.signal,
        });
        before = false;
        return controller.signal.aborted ? probe.calls.length === 0 : true;
      }),
    );
  });

  it('refuses to start when it was cancelled before, and says so on record', async () => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability]);
    expect(await host.invoke({}, { signal: AbortSignal.abort() })).toMatchObject({
      outcome: 'rejected',
      code: 'cancelled',
    });
    expect(probe.calls).toHaveLength(0);
    expect(host.events()[0]?.code).toBe('cancelled');
  });

  it('S3-201 a deny that came after the yes wins', async () => {
    let effect: 'ask' | 'deny' = 'ask';
    const policy: Policy = { revision: 1, rule: () => ({ effect }), describe: () => ({}) };
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([probe.capability], { policy });
    const token = await host.token((await host.invoke({})).event);
    effect = 'deny';
    expect(await host.invoke({ confirmation: token })).toMatchObject({
      stage: 'policy',
      code: 'denied_by_policy',
    });
    effect = 'ask';
    expect(await host.invoke({ confirmation: token })).toMatchObject({ outcome: 'completed' });
    expect(probe.calls).toHaveLength(1);
  });

  it('a deny that comes while the token is looked up wins too', async () => {
    let effect: 'ask' | 'deny' = 'ask';
    const policy: Policy = { revision: 1, rule: () => ({ effect }), describe: () => ({}) };
    const base = memoryStore();
    const store: DoorStore = {
      ...base,
      findByToken: (hash) => {
        effect = 'deny';
        return base.findByToken(hash);
      },
    };
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([probe.capability], { policy, store });
    const token = await host.token((await host.invoke({})).event);
    expect(await host.invoke({ confirmation: token })).toMatchObject({
      stage: 'policy',
      code: 'denied_by_policy',
    });
    expect(probe.calls).toHaveLength(0);
  });

  describe('keys', () => {
    it('the same key and proposal answers what it came to, and runs nothing again', async () => {
      const probe = fixtureCapability();
      const host = fixtureHost([probe.capability]);
      expect(await host.invoke({}, { key: 'k1' })).toMatchObject({
        outcome: 'completed',
        result: { ok: true },
      });
      expect(await host.invoke({}, { key: 'k1' })).toMatchObject({
        outcome: 'completed',
        result: { ok: true },
        recorded: true,
      });
      expect(probe.calls).toHaveLength(1);
      expect(host.events()[1]).toMatchObject({ stage_reached: 'confirmed', outcome: 'completed' });
    });

    it('the same key for another proposal is a conflict; another principal has its own keys', async () => {
      const probe = fixtureCapability();
      const host = fixtureHost([probe.capability]);
      await host.invoke({ args: { count: 1 } }, { key: 'k1' });
      expect(await host.invoke({ args: { count: 2 } }, { key: 'k1' })).toMatchObject({
        code: 'key_conflict',
      });
      expect(
        await host.invoke({ args: { count: 2 } }, { key: 'k1', principal: 'person:bob' }),
      ).toMatchObject({ outcome: 'completed' });
    });

    it('what was confirmed and came to nothing known is remembered as that', async () => {
      const probe = fixtureCapability({
        sideEffect: 'mutating',
        perform: () => {
          throw new Error('no');
        },
      });
      const host = fixtureHost([probe.capability]);
      const token = await host.token((await host.invoke({}, { key: 'k1' })).event);
      expect(await host.invoke({ confirmation: token }, { key: 'k1' })).toMatchObject({
        outcome: 'unknown',
        code: 'handler_failed',
      });
      expect(await host.invoke({}, { key: 'k1' })).toMatchObject({
        outcome: 'unknown',
        code: 'handler_failed',
        recorded: true,
      });
      expect(probe.calls).toHaveLength(1);
    });

    it('one key raced by twenty runs once', async () => {
      const probe = fixtureCapability({
        perform: async () => ({ ok: await Promise.resolve(true) }),
      });
      const host = fixtureHost([probe.capability]);
      await Promise.all(Array.from({ length: 20 }, () => host.invoke({}, { key: 'k' })));
      expect(probe.calls).toHaveLength(1);
    });
  });

  it('S1-076 S1-077 a handler holds exactly the powers its contract names', async () => {
    const held: unknown[] = [];
    const probe = fixtureCapability({
      perform: (_, powers) => {
        held.push(powers);
        return { ok: true };
      },
    });
    const host = fixtureHost([probe.capability], {
      lend: () => ({ clock: { now: () => 1 }, secret: { read: () => Promise.resolve('s') } }),
    });
    await host.invoke({});
    expect(held).toEqual([{}]);
    expect(Object.isFrozen(held[0])).toBe(true);
  });

  it('refuses while the sink cannot write, and goes on once it can', async () => {
    const sink = memorySink();
    let broken = false;
    const flaky = {
      ...sink,
      append: (draft: Parameters<typeof sink.append>[0]) => {
        if (broken) throw new Error('disk');
        return sink.append(draft);
      },
    };
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability], { sink: flaky });
    broken = true;
    expect(await host.invoke({})).toMatchObject({ code: 'audit_failed' });
    expect(await host.invoke({})).toMatchObject({ code: 'audit_failed' });
    expect(probe.calls).toHaveLength(1);
    broken = false;
    expect(await host.invoke({})).toMatchObject({ stage: 'execute', code: 'audit_unavailable' });
    expect(await host.invoke({})).toMatchObject({ outcome: 'completed' });
  });

  it('a store that cannot begin costs no turn', async () => {
    let broken = true;
    const base = memoryStore();
    const store: DoorStore = {
      ...base,
      begin: (intent) => {
        if (broken) throw new Error('store');
        return base.begin(intent);
      },
    };
    const probe = fixtureCapability({ bounds: { maxPerTurn: 1 } });
    const host = fixtureHost([probe.capability], { store });
    const facts = { key: 'k', occasion: 'turn:1' } as const;
    expect(await host.invoke({}, facts)).toMatchObject({ stage: 'execute', code: 'stage_failed' });
    broken = false;
    expect(await host.invoke({}, facts)).toMatchObject({ outcome: 'completed' });
  });

  it('B04 an abort settles at once and leaves no listener, over 10,000 calls', async () => {
    const controller = new AbortController();
    let listeners = 0;
    const signal = controller.signal;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    const host = fixtureHost([fixtureCapability().capability]);
    const caller = fixtureCaller({ signal });
    for (let call = 0; call < 10_000; call += 1)
      await host.executor.invoke({ capability: 'fixture.probe', version: 1, args: {} }, caller);
    expect(listeners).toBe(0);

    const hanging = fixtureHost([fixtureCapability({ perform: () => never }).capability]);
    const waiting = hanging.invoke({}, { signal });
    controller.abort();
    expect(await waiting).toMatchObject({
      outcome: 'rejected',
      stage: 'execute',
      code: 'cancelled',
    });
    expect(listeners).toBe(0);
  });
});
