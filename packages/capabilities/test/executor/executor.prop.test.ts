import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtureCapability, fixtureCaller, fixtureHost } from '../../src/testing/fixture-host.js';

const thrower = (): never => {
  throw new Error('trap');
};
const plain = { capability: 'fixture.probe', version: 1, args: {} };

/** Objects that throw, lie, or pretend: what a hostile plugin could hand in. Made late, since generators look into values. */
const hostile: fc.Arbitrary<() => unknown> = fc.oneof(
  fc
    .constantFrom('get', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'has')
    .map((trap) => () => new Proxy(plain, { [trap]: thrower })),
  fc
    .constantFrom('capability', 'version', 'args', 'target', 'confirmation')
    .map(
      (key) => () => Object.defineProperty({ ...plain }, key, { get: thrower, enumerable: true }),
    ),
  fc.constant(() => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  }),
  fc.constant(() => {
    const loop: Record<string, unknown> = { ...plain };
    loop['args'] = loop;
    return loop;
  }),
  fc.nat(100_000).map((depth) => () => {
    let args: unknown = 1;
    for (let level = 0; level < depth; level += 1) args = [args];
    return { ...plain, args };
  }),
);
const proposals = fc.oneof(
  fc
    .anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withNullPrototype: true,
    })
    .map((value) => () => value),
  fc.anything().map((args) => () => ({ ...plain, args })),
  fc
    .dictionary(
      fc.constantFrom(
        'capability',
        'version',
        'args',
        'target',
        'confirmation',
        '__proto__',
        'then',
        'toJSON',
      ),
      fc.anything(),
    )
    .map((value) => () => value),
  hostile,
);

describe('executor, laws', () => {
  it('for every proposal and caller, proxies and accessors included: an outcome, one event, and no exception', async () => {
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([probe.capability], { limits: { maxPending: 1_000 } });
    let attempts = 0;
    await fc.assert(
      fc.asyncProperty(
        proposals,
        fc.oneof(fc.constant(fixtureCaller()), fc.anything()),
        async (proposal, caller) => {
          attempts += 1;
          const outcome = await host.executor.invoke(proposal() as never, caller as never);
          return (
            outcome.outcome !== 'completed' &&
            host.events().at(-1)?.id === outcome.event &&
            host.sink.events().length === attempts
          );
        },
      ),
      { numRuns: 300 },
    );
    expect(probe.calls).toHaveLength(0);
    expect(host.defects).toEqual([]);
  });

  it('for every result of a handler: an outcome, one event, and only plain frozen data comes out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
        async (result) => {
          const host = fixtureHost([fixtureCapability({ perform: () => result }).capability]);
          const outcome = await host.invoke({});
          return (
            host.events().length === 1 &&
            (outcome.outcome !== 'completed' || Object.isFrozen(outcome.result))
          );
        },
      ),
    );
  });

  it('for every thing a handler may throw: handler_failed, one event, and nothing of it in the answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.boolean(), async (thrown, later) => {
        const perform = (): unknown => {
          if (later) return Promise.reject(thrown); // eslint-disable-line @typescript-eslint/prefer-promise-reject-errors -- whatever it may be
          throw thrown;
        };
        const host = fixtureHost([fixtureCapability({ perform }).capability]);
        const outcome = await host.invoke({});
        expect(outcome).toEqual({
          outcome: 'rejected',
          event: host.events()[0]?.id,
          stage: 'execute',
          code: 'handler_failed',
        });
      }),
    );
  });

  it('for every fault injected into a port: an outcome, and the handler is entered only where all earlier stages passed', async () => {
    const faults = [
      'policy',
      'isActive',
      'settings',
      'findByToken',
      'openPending',
      'recorded',
      'begin',
      'turnCount',
    ] as const;
    const { memoryStore } = await import('../../src/store/memory-store.js');
    const { listedDirectory } = await import('../../src/confirmation/directory.js');
    const { defaultPolicy } = await import('../../src/policy/policy.js');
    for (const fault of faults) {
      const fails = (): never => {
        throw new Error(fault);
      };
      const probe = fixtureCapability({ sideEffect: 'mutating' });
      const directory = listedDirectory({ persons: [{ id: 'ada' }] });
      const host = fixtureHost([probe.capability], {
        store: fault in memoryStore() ? { ...memoryStore(), [fault]: fails } : memoryStore(),
        policy: fault === 'policy' ? { ...defaultPolicy, rule: fails } : defaultPolicy,
        directory: fault === 'isActive' ? { ...directory, isActive: fails } : directory,
      });
      const outcome = await host.invoke(
        { confirmation: 'A'.repeat(43) },
        { occasion: 'turn:1', key: 'k' },
      );
      expect(outcome.outcome).toBe('rejected');
      expect(probe.calls).toHaveLength(0);
      expect(host.events()).toHaveLength(1);
    }
  });
});
