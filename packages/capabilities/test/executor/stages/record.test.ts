import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySink } from '../../../src/audit/memory-sink.js';
import { verifyChain } from '../../../src/audit/verify.js';
import type { EventDraft } from '../../../src/audit/event.js';
import { fail } from '../../../src/contract/failure.js';
import { memoryStore } from '../../../src/store/memory-store.js';
import { fakeClock } from '../../../src/testing/fake-clock.js';
import {
  fixtureCapability,
  fixtureHost,
  type FixtureHost,
} from '../../../src/testing/fixture-host.js';

const CANARY = 'CANARY-7f3a9c';
const never = new Promise<never>(() => {});

/** One attempt of every kind of ending, and the event it must leave. */
const ENDINGS: readonly (readonly [string, (host: FixtureHost) => Promise<unknown>, object])[] = [
  [
    'success',
    (host) => host.invoke({}),
    { stage_reached: 'executed', outcome: 'completed', result_bytes: 11 },
  ],
  [
    'an unknown capability',
    (host) => host.invoke({ capability: 'no.such' }),
    { stage_reached: 'rejected-at-resolve', code: 'unknown_capability' },
  ],
  [
    'bad arguments',
    (host) => host.invoke({ args: 1 }),
    { stage_reached: 'rejected-at-validate', code: 'invalid_arguments' },
  ],
  [
    'no caller',
    (host) =>
      host.executor.invoke({ capability: 'fixture.probe', version: 1, args: {} }, {} as never),
    { stage_reached: 'rejected-at-validate', code: 'invalid_caller' },
  ],
  [
    'a lock',
    (host) => host.invoke({ capability: 'fixture.locked' }),
    { stage_reached: 'rejected-at-policy', code: 'locked' },
  ],
  [
    'a dream',
    (host) => host.invoke({}, { context: 'dreaming' }),
    { stage_reached: 'rejected-at-policy', code: 'not_live' },
  ],
  [
    'a person to ask',
    (host) => host.invoke({ capability: 'fixture.write' }),
    { stage_reached: 'rejected-at-confirm', outcome: 'pending' },
  ],
  [
    'a forged token',
    (host) => host.invoke({ capability: 'fixture.write', confirmation: 'x' }),
    { stage_reached: 'rejected-at-confirm', code: 'confirmation_refused' },
  ],
  [
    'a timeout',
    (host) => host.invoke({ capability: 'fixture.hang' }, { bounds: { timeoutMs: 5 } }),
    { stage_reached: 'rejected-at-execute', code: 'timed_out' },
  ],
  [
    'a throw',
    (host) => host.invoke({ capability: 'fixture.throw' }),
    { stage_reached: 'rejected-at-execute', code: 'handler_failed' },
  ],
  [
    'too large a result',
    (host) => host.invoke({}, { bounds: { maxResultBytes: 2 } }),
    { stage_reached: 'rejected-at-execute', code: 'result_too_large' },
  ],
  [
    'an abort',
    (host) => host.invoke({}, { signal: AbortSignal.abort() }),
    { stage_reached: 'rejected-at-execute', code: 'cancelled' },
  ],
];

const everything = () =>
  fixtureHost([
    fixtureCapability().capability,
    fixtureCapability({ name: 'fixture.locked', locked: true }).capability,
    fixtureCapability({ name: 'fixture.write', sideEffect: 'mutating' }).capability,
    fixtureCapability({ name: 'fixture.hang', perform: () => never }).capability,
    fixtureCapability({
      name: 'fixture.throw',
      perform: () => {
        throw new Error(CANARY);
      },
    }).capability,
  ]);

describe('record', () => {
  it.each(ENDINGS)(
    'S1-080 S1-133 B13 leaves exactly one terminal event of %s',
    async (_, attempt, event) => {
      const host = everything();
      await attempt(host);
      expect(host.sink.events()).toHaveLength(1);
      expect(host.sink.events()[0]).toMatchObject(event);
    },
  );

  it('S1-126 S1-091 says how far each attempt got: the last stage passed, or the one that refused', async () => {
    const host = everything();
    for (const [, attempt] of ENDINGS) await attempt(host);
    const reached = new Set(host.events().map((event) => event.stage_reached));
    expect(reached).toEqual(
      new Set([
        'executed',
        'rejected-at-resolve',
        'rejected-at-validate',
        'rejected-at-policy',
        'rejected-at-confirm',
        'rejected-at-execute',
      ]),
    );
  });

  it('S1-133 for any number of attempts at once: one event each, and the chain verifies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(ENDINGS.length - 1), { maxLength: 30 }), async (choices) => {
        const host = everything();
        await Promise.all(choices.map(async (choice) => ENDINGS[choice]?.[1](host)));
        const report = await verifyChain(host.sink.events());
        return host.events().length === choices.length && report.faults.length === 0;
      }),
      { numRuns: 25 },
    );
  });

  it('S1-123 S1-125 S1-127 S1-128 carries time, classification, size and duration', async () => {
    const host = everything();
    await host.invoke({});
    expect(host.events()[0]).toMatchObject({
      time: '2026-01-01T00:00:00.000Z',
      capability: 'fixture.probe',
      version: 1,
      side_effect: 'read_only',
      network: 'local',
      result_bytes: '{"ok":true}'.length,
      duration_ms: 0,
      ruling: 'allow',
      policy_revision: 0,
      origin: 'user',
      principal: 'person:ada',
    });
    await host.invoke({ capability: 'no.such' });
    expect(host.events()[1]).not.toHaveProperty('side_effect');
    expect(host.events()[1]).not.toHaveProperty('network');
  });

  it('S1-128 measures the duration by the monotonic clock, whatever the wall clock does', async () => {
    const host = fixtureHost([
      fixtureCapability({
        perform: () => {
          host.clock.advance(12.3456);
          host.clock.set(0);
          return { ok: true };
        },
      }).capability,
    ]);
    await host.invoke({});
    expect(host.events()[0]?.duration_ms).toBe(12.346);
  });

  it('S1-124 keeps an unknown name short and harmless', async () => {
    const host = everything();
    await host.invoke({ capability: `evil"\n\u202e${'x'.repeat(15_000)}` });
    expect(host.events()[0]?.capability).toMatch(/^[\w.:@/-]{1,128}$/);
  });

  it('S1-122 S1-129 S1-130 S1-131 F01 F03 F04 F05 a canary in arguments, results, errors, notes and names appears in no event', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[a-z0-9]{8,16}$/), async (tail) => {
        const canary = `${CANARY}${tail}`;
        const told: unknown[] = [];
        const spills = [
          fixtureCapability({
            name: 'fixture.throw',
            perform: () => {
              throw new Error(canary, { cause: canary });
            },
          }),
          fixtureCapability({ name: 'fixture.fail', perform: () => fail(canary) }),
          fixtureCapability({
            name: 'fixture.leak',
            perform: () => ({ ok: true, [canary]: canary }),
          }),
          fixtureCapability({ name: 'fixture.write', sideEffect: 'mutating' }),
        ];
        const host = fixtureHost(spills.map(({ capability }) => capability));
        host.executor.events.on('invocation-settled', (event) => told.push(event));
        const outcomes: unknown[] = [];
        for (const { capability } of spills) {
          outcomes.push(
            await host.invoke({ capability: capability.name, args: { note: 1, [canary]: canary } }),
          );
          if (capability.name !== 'fixture.write')
            outcomes.push(
              await host.invoke({ capability: capability.name, args: { note: canary } }),
            );
        }
        const pending = await host.invoke({ capability: 'fixture.write', args: { note: canary } });
        const seen = (await host.executor.desk.find(pending.event))?.disclosure.digest ?? '';
        await host.executor.desk.decide({
          pending: pending.event,
          person: 'ada',
          seen,
          approve: false,
          note: canary,
        });
        return !JSON.stringify([host.sink.events(), told, outcomes]).includes(canary);
      }),
      { numRuns: 20 },
    );
  });

  it('S1-132 two attempts that differ only in their arguments leave events that differ in nothing but their place', async () => {
    const host = everything();
    await host.invoke({ args: { note: 'a' } });
    await host.invoke({ args: { note: 'b' } });
    const strip = (event: object) => ({ ...event, id: '', seq: 0, hash: '', prev_hash: '' });
    const [one, two] = host.events();
    expect(strip(one ?? {})).toEqual(strip(two ?? {}));
  });

  it('S1-084 gives the id of the event with every answer', async () => {
    const host = everything();
    for (const [, attempt] of ENDINGS) {
      const outcome = (await attempt(host)) as { event: string };
      expect(host.events().at(-1)?.id).toBe(outcome.event);
    }
  });

  it('S1-092 releases no result that is not on record', async () => {
    for (const failure of ['throw', 'reject'] as const) {
      const sink = memorySink();
      const broken = {
        ...sink,
        append: () => {
          if (failure === 'throw') throw new Error('disk');
          return Promise.reject(new Error('disk')) as never;
        },
      };
      const host = fixtureHost([fixtureCapability().capability], { sink: broken });
      const outcome = await host.invoke({});
      expect(outcome).toMatchObject({ outcome: 'rejected', stage: 'audit', code: 'audit_failed' });
      expect(outcome).not.toHaveProperty('result');
    }
  });

  it('S1-092 what changed something and could not be put on record is unknown, not a no', async () => {
    const sink = memorySink();
    let broken = false;
    const flaky = {
      ...sink,
      append: (draft: EventDraft) => {
        if (broken) throw new Error('disk');
        return sink.append(draft);
      },
    };
    const probe = fixtureCapability({
      sideEffect: 'mutating',
      perform: () => {
        broken = true;
        return { ok: true };
      },
    });
    const host = fixtureHost([probe.capability], { sink: flaky });
    const token = await host.token((await host.invoke({})).event);
    expect(await host.invoke({ confirmation: token })).toMatchObject({
      outcome: 'unknown',
      code: 'audit_failed',
    });
  });

  it('S1-092 releases what is on record though the store cannot settle it, and says so to the host', async () => {
    const store = {
      ...memoryStore(),
      end: () => {
        throw new Error('store');
      },
    };
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([probe.capability], { store });
    const token = await host.token((await host.invoke({})).event);
    expect(await host.invoke({ confirmation: token })).toMatchObject({ outcome: 'completed' });
    expect(host.events().at(-1)).toMatchObject({ outcome: 'completed' });
    expect(host.defects).toHaveLength(1);
  });

  it('S1-092 takes no other thenable for a write that was made', async () => {
    const sink = memorySink();
    const foreign = {
      ...sink,
      append: () =>
        ({
          then: (_: unknown, failed: (why: unknown) => void) => failed(new Error('disk')),
        }) as never,
    };
    const host = fixtureHost([fixtureCapability().capability], { sink: foreign });
    expect(await host.invoke({})).toMatchObject({
      outcome: 'rejected',
      stage: 'audit',
      code: 'audit_failed',
    });
  });

  it('withholds the answer where an event cannot even be written down', async () => {
    const clock = fakeClock();
    let odd = true;
    const host = fixtureHost(
      [
        fixtureCapability({
          perform: () => {
            if (odd) clock.set(Number.NaN);
            odd = false;
            return { ok: true };
          },
        }).capability,
      ],
      { clock },
    );
    expect(await host.invoke({})).toMatchObject({ stage: 'audit', code: 'audit_failed' });
    // And nothing more runs until an event could be written again.
    clock.set(0);
    expect(await host.invoke({})).toMatchObject({ stage: 'execute', code: 'audit_unavailable' });
    expect(await host.invoke({})).toMatchObject({ outcome: 'completed' });
  });

  it('B11 records a result that comes after its invocation ended, once, and drops it', async () => {
    const { promise, resolve } = Promise.withResolvers<{ ok: boolean }>();
    const host = fixtureHost([
      fixtureCapability({ bounds: { timeoutMs: 5 }, perform: () => promise }).capability,
    ]);
    const outcome = await host.invoke({});
    resolve({ ok: true });
    await new Promise((done) => setTimeout(done, 5));
    expect(host.sink.events().map(({ kind }) => kind)).toEqual(['invocation', 'late_settlement']);
    expect(host.sink.events()[1]).toMatchObject({ subject: outcome.event });
  });
});
