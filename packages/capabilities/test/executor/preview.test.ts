import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallerFacts } from '../../src/contract/caller.js';
import type { Proposal } from '../../src/contract/proposal.js';
import {
  fixtureCaller,
  fixtureCapability,
  fixtureHost,
  type FixtureHost,
} from '../../src/testing/fixture-host.js';

const world = () => {
  const fixtures = [
    fixtureCapability(),
    fixtureCapability({ name: 'fixture.write', sideEffect: 'mutating', bounds: { maxPerTurn: 1 } }),
    fixtureCapability({ name: 'fixture.locked', locked: true }),
  ];
  return {
    fixtures,
    host: fixtureHost(
      fixtures.map(({ capability }) => capability),
      { limits: { maxPending: 2 } },
    ),
  };
};

const PROPOSALS: fc.Arbitrary<Partial<Proposal>> = fc.record({
  capability: fc.constantFrom('fixture.probe', 'fixture.write', 'fixture.locked', 'no.such'),
  version: fc.constantFrom(1, 2),
  args: fc.constantFrom(
    {},
    { note: 'n' },
    { count: 1 },
    { count: 'x' },
    { note: 'y'.repeat(9_000) },
  ),
});
const FACTS: fc.Arbitrary<Partial<CallerFacts>> = fc.record(
  {
    principal: fc.constantFrom('person:ada', 'person:zoe', 'mind:muse'),
    occasion: fc.constantFrom('turn:1', 'turn:2'),
    context: fc.constantFrom('live', 'replay'),
    commitment: fc.boolean(),
    mayAsk: fc.boolean(),
    key: fc.constantFrom('k1', 'k2'),
    provenance: fc.subarray([
      { path: '/note', source: 'web', trust: 'low' },
      { path: '/note', source: 'mail', trust: 'tool' },
    ] as const),
  },
  { requiredKeys: [] },
);

/** What may have happened before: invocations, answers of a person, and time. */
const STEPS: fc.Arbitrary<(host: FixtureHost) => Promise<unknown>> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(PROPOSALS, FACTS).map(
      ([before, who]) =>
        (host: FixtureHost) =>
          host.invoke(before, who),
    ),
  },
  fc.tuple(fc.nat(5), fc.boolean()).map(([at, approve]) => async (host: FixtureHost) => {
    const pending = (await host.executor.desk.list()).at(at);
    if (pending !== undefined)
      await host.executor.desk.decide({
        pending: pending.id,
        person: 'olga',
        seen: pending.disclosure.digest,
        approve,
      });
  }),
  fc
    .constantFrom(1_000, 120_000, 900_000)
    .map((ms) => (host: FixtureHost) => Promise.resolve(host.clock.advance(ms))),
);

describe('preview', () => {
  it('S3-094 for every history and every proposal: preview says what invoke then decides', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(STEPS, { maxLength: 12 }),
        PROPOSALS,
        FACTS,
        async (history, proposal, facts) => {
          const { host } = world();
          for (const step of history) await step(host);
          const whole = { capability: 'fixture.probe', version: 1, args: {}, ...proposal };
          const foreseen = await host.executor.preview(whole, fixtureCaller(facts));
          const outcome = await host.invoke(whole, facts);
          switch (foreseen.decision) {
            case 'execute':
              return outcome.outcome === 'completed' && outcome.recorded === undefined;
            case 'recall':
              return 'recorded' in outcome && outcome.recorded === true;
            case 'ask':
              return (
                outcome.outcome === 'pending' &&
                outcome.pending.disclosure.digest === foreseen.disclosure?.digest
              );
            case 'reject':
              return (
                outcome.outcome === 'rejected' &&
                outcome.stage === foreseen.stage &&
                outcome.code === foreseen.code
              );
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('S3-093 changes nothing anywhere: no event, no pending proposal, no count, no token burnt, nobody told', async () => {
    const { host, fixtures } = world();
    const told: unknown[] = [];
    for (const name of [
      'stage-passed',
      'invocation-settled',
      'confirmation-requested',
      'pending-changed',
    ] as const)
      host.executor.events.on(name, (what: unknown) => told.push(what));
    await fc.assert(
      fc.asyncProperty(PROPOSALS, FACTS, async (proposal, facts) => {
        await host.executor.preview(
          { capability: 'fixture.probe', version: 1, args: {}, ...proposal },
          fixtureCaller(facts),
        );
      }),
    );
    expect([
      host.sink.events(),
      await host.executor.desk.list(),
      told,
      fixtures.flatMap(({ calls }) => calls),
    ]).toEqual([[], [], [], []]);
    const write = { capability: 'fixture.write', version: 1, args: {} };
    const token = await host.token((await host.invoke(write)).event);
    expect(
      await host.executor.preview({ ...write, confirmation: token }, fixtureCaller()),
    ).toMatchObject({ decision: 'execute', structural: true });
    expect(await host.invoke({ ...write, confirmation: token })).toMatchObject({
      outcome: 'completed',
    });
  });

  it('for everything that is not a proposal: an answer, and no exception', async () => {
    const { host } = world();
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), async (proposal, caller) => {
        const foreseen = await host.executor.preview(proposal as never, caller as never);
        return foreseen.decision === 'reject';
      }),
    );
    expect(host.sink.events()).toEqual([]);
  });

  it('shows the marks that invoke would add to what waits already', async () => {
    const { host } = world();
    const write = { capability: 'fixture.write', version: 1, args: { note: 'n' } };
    await host.invoke(write);
    const facts = { provenance: [{ path: '/note', source: 'web', trust: 'low' }] } as const;
    const foreseen = await host.executor.preview(write, fixtureCaller(facts));
    const outcome = await host.invoke(write, facts);
    if (foreseen.decision !== 'ask' || outcome.outcome !== 'pending')
      throw new Error('nobody was asked');
    expect(foreseen.disclosure.fields.provenance).toEqual(['/note came from web (low trust)']);
    expect(outcome.pending.disclosure.digest).toBe(foreseen.disclosure.digest);
  });
});
