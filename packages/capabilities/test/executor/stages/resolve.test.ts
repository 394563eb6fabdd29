import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtureCapability, fixtureHost } from '../../../src/testing/fixture-host.js';

const NAMES = [
  'Fixture.probe',
  'FIXTURE.PROBE',
  'fixture.prob',
  'fixture.probe2',
  ' fixture.probe',
  'fixture.probe ',
  'fixture.probe.',
  'fixture.probe\n',
  'fixture',
  'probe',
  'fixture/probe',
  'fixture.pr\u043ebe',
  'fixture.pro\u200bbe',
  'ﬁxture.probe',
  '',
];
const VERSIONS = [
  undefined,
  'latest',
  '1',
  '^1',
  '1.x',
  1.5,
  2,
  0,
  -1,
  Number.NaN,
  Infinity,
  null,
  [1],
  { valueOf: () => 1 },
  1n,
  true,
];

describe('resolve', () => {
  it.each(NAMES)('S1-053 needs the exact name: refuses %j', async (capability) => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability]);
    expect(await host.invoke({ capability })).toMatchObject({
      stage: 'resolve',
      code: 'unknown_capability',
    });
    expect(probe.calls).toHaveLength(0);
    expect(host.events()[0]?.stage_reached).toBe('rejected-at-resolve');
  });

  it('S1-054 S1-178 needs the exact version: refuses omitted, ranges, texts, and every other number', async () => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability]);
    for (const version of VERSIONS) {
      const outcome = await host.invoke({ version: version as number });
      expect(outcome).toMatchObject({ stage: 'resolve', code: 'unknown_capability' });
    }
    expect(host.events()).toHaveLength(VERSIONS.length);
    expect(probe.calls).toHaveLength(0);
  });

  it('S1-056 for every name that is not registered: nothing resolves, however near it is', async () => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability]);
    const near = fc
      .tuple(fc.nat(12), fc.constantFrom('', 'x', '.', '\u0430', ' '), fc.nat(2))
      .map(([at, put, cut]) => {
        const name = 'fixture.probe';
        return name.slice(0, at) + put + name.slice(at + cut);
      });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), near), async (capability) => {
        fc.pre(capability !== 'fixture.probe');
        const outcome = await host.invoke({ capability });
        return outcome.outcome === 'rejected' && outcome.stage === 'resolve';
      }),
    );
    expect(probe.calls).toHaveLength(0);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'A04 C08 refuses the inherited name %s as a typed rejection',
    async (capability) => {
      const host = fixtureHost([fixtureCapability().capability]);
      expect(await host.invoke({ capability })).toMatchObject({
        outcome: 'rejected',
        stage: 'resolve',
      });
      expect(await host.invoke({ capability, version: '__proto__' as never })).toMatchObject({
        stage: 'resolve',
      });
    },
  );

  it('S1-055 reports what does not resolve ahead of every other fault', async () => {
    const host = fixtureHost([]);
    const outcome = await host.executor.invoke(
      { capability: 'no.such', version: 1, args: () => 1, confirmed: true } as never,
      undefined as never,
    );
    expect(outcome).toMatchObject({ stage: 'resolve', code: 'unknown_capability' });
  });

  it('S1-170 S1-172 keeps two versions apart: each has its own arguments', async () => {
    const one = fixtureCapability({ version: 1 });
    const two = fixtureCapability({ version: 2 });
    const host = fixtureHost([one.capability, two.capability]);
    await host.invoke({ version: 1, args: { note: 'first' } });
    expect([one.calls, two.calls]).toEqual([[{ note: 'first' }], []]);
    await host.invoke({ version: 2, args: { count: 2 } });
    expect([one.calls, two.calls]).toEqual([[{ note: 'first' }], [{ count: 2 }]]);
  });

  it('S1-171 refuses a version that was dropped like one that never was', async () => {
    const host = fixtureHost([fixtureCapability({ version: 2 }).capability]);
    expect(await host.invoke({ version: 1 })).toMatchObject({
      stage: 'resolve',
      code: 'unknown_capability',
    });
  });
});
