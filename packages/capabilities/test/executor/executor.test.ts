import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { ContractError } from '../../src/contract/contract-error.js';
import { createExecutor } from '../../src/executor/executor.js';
import { createRegistry } from '../../src/registry/registry.js';
import { inlineRunner } from '../../src/bounds/inline-runner.js';
import { listedDirectory } from '../../src/confirmation/directory.js';
import { fixtureCapability, fixtureCaller, fixtureHost } from '../../src/testing/fixture-host.js';
import * as surface from '../../src/index.js';

/** Everything that happens in one run, in order. */
const traced = async (proposal: object) => {
  const order: string[] = [];
  const probe = fixtureCapability({
    perform: () => {
      order.push('handler');
      return { ok: true };
    },
  });
  const host = fixtureHost([probe.capability], {
    policy: {
      revision: 1,
      rule: ({ capability }) => {
        order.push('asked');
        return { effect: capability.defaultRuling };
      },
      describe: () => ({}),
    },
  });
  host.executor.events.on('stage-passed', ({ stage }) => order.push(stage));
  host.executor.events.on('invocation-settled', () => order.push('audit'));
  await host.invoke(proposal);
  return order;
};

describe('executor', () => {
  it('S1-050 takes an invocation through six stages in one order', async () => {
    expect(await traced({})).toEqual([
      'resolve',
      'validate',
      'asked',
      'policy',
      'confirm',
      'handler',
      'execute',
      'audit',
    ]);
  });

  it('S1-050 S1-052 stops at the first no, and always ends with the audit', async () => {
    expect(await traced({ capability: 'no.such' })).toEqual(['audit']);
    expect(await traced({ args: 1 })).toEqual(['resolve', 'audit']);
    expect(await traced({ confirmation: 'x' })).toEqual([
      'resolve',
      'validate',
      'asked',
      'policy',
      'audit',
    ]);
  });

  it('S1-051 S3-170 A16 offers one way to act: nothing else that is exported, held or listed enters a handler', async () => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability]);
    expect(Object.keys(host.executor)).toEqual([
      'invoke',
      'preview',
      'explain',
      'requestCapability',
      'outlook',
      'resume',
      'desk',
      'grants',
      'requests',
      'policies',
      'events',
      'registry',
      'describe',
      'sweep',
      'close',
    ]);
    const callable = (value: unknown, path: string, found: string[] = []): string[] => {
      if (typeof value === 'function') found.push(path);
      else if (typeof value === 'object' && value !== null)
        for (const key of Reflect.ownKeys(value))
          callable(Reflect.get(value, key), `${path}.${String(key)}`, found);
      return found;
    };
    // Only the schemas' own checks can be called on a capability.
    expect(
      callable(probe.capability, 'capability').filter(
        (path) => !/\.(args|result)\.(check|violations|ready)$/.test(path),
      ),
    ).toEqual([]);
    expect(callable(host.executor.registry.describe(), 'describe')).toEqual([]);
    expect(callable(host.executor.registry.catalogue(), 'catalogue')).toEqual([]);
    for (const name of ['innerOf', 'workOf']) expect(Object.keys(surface)).not.toContain(name);
    expect(probe.calls).toHaveLength(0);
  });

  it('S1-081 a rejection is an answer, never an exception', async () => {
    const host = fixtureHost([fixtureCapability().capability]);
    for (const proposal of [undefined, null, 1, 'x', [], {}, { capability: 'x.y' }])
      await expect(host.executor.invoke(proposal as never, fixtureCaller())).resolves.toMatchObject(
        { outcome: 'rejected' },
      );
  });

  it('S1-082 S1-089 leaves nothing behind on a rejection but the audit', async () => {
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([probe.capability]);
    await host.invoke({ capability: 'no.such' });
    await host.invoke({ args: 1 });
    await host.invoke({}, { context: 'replay' });
    await host.invoke({ confirmation: 'x' });
    await host.invoke({}, { mayAsk: false });
    expect(await host.executor.desk.list()).toEqual([]);
    expect(probe.calls).toHaveLength(0);
    expect(host.sink.events()).toHaveLength(5);
  });

  it.each(['user', 'model', 'plan', 'scheduler', 'operator', 'host'] as const)(
    'S1-085 S1-086 S3-090 the origin %s meets the same six stages, and is on record',
    async (origin) => {
      const probe = fixtureCapability({ sideEffect: 'mutating' });
      const host = fixtureHost([probe.capability]);
      expect(await host.invoke({}, { origin, occasion: 'turn:1' })).toMatchObject({
        outcome: 'pending',
      });
      expect(host.events()[0]?.origin).toBe(origin);
      expect(probe.calls).toHaveLength(0);
    },
  );

  it('refuses to start when a power is named that the host does not lend, or a limit is out of range', () => {
    const host = {
      registry: createRegistry([
        surface.defineCapability({
          name: 'fixture.timed',
          version: 1,
          summary: 'Reads the time.',
          args: Type.Object({}),
          result: Type.Object({}),
          sideEffect: 'read_only',
          network: 'local',
          powers: ['clock'],
          bounds: { timeoutMs: 1, maxResultBytes: 10, maxPerTurn: 1 },
          perform: () => ({}),
        }),
      ]),
      directory: listedDirectory({ persons: [] }),
      runner: inlineRunner(),
    };
    expect(() => createExecutor(host)).toThrow(/does not lend the power `clock`/);
    expect(() =>
      createExecutor({ ...host, lend: () => ({ clock: { now: () => 0 } }) }),
    ).not.toThrow();
    for (const limits of [
      { tokenTtlMs: 901_000 },
      { pendingTtlMs: 0 },
      { maxConfirmableBytes: 65_537 },
      { maxPending: Number.NaN },
    ])
      expect(() =>
        createExecutor({ ...host, lend: () => ({ clock: { now: () => 0 } }), limits }),
      ).toThrow(ContractError);
  });
});
