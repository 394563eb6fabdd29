import { memoryDecisionLog, memorySink, memoryStore } from '@sovereign/capabilities';
import {
  fakeClock,
  fixtureCapability,
  fixtureHost,
  judgeRace,
  prepareRace,
  RACE_OVERDUE_MS,
  runRace,
  sinkConformance,
  storeConformance,
  type RaceReport,
} from '@sovereign/capabilities/testing';
import { nearValidValues, validValues } from '@sovereign/capabilities/testing/arbitraries';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shoppingList } from '../src/powers.js';

// #region fixture
it('asks before it changes anything, and runs once', async () => {
  const { capability, calls } = fixtureCapability({ sideEffect: 'mutating' });
  const host = fixtureHost([capability]);

  const asked = await host.invoke({ args: { note: 'milk' } });
  expect(asked).toMatchObject({ outcome: 'pending', code: 'confirmation_required' });
  expect(calls).toEqual([]);

  const confirmation = asked.outcome === 'pending' ? await host.token(asked.pending.id) : '';
  const proposal = { args: { note: 'milk' }, confirmation };
  expect(await host.invoke(proposal)).toMatchObject({ outcome: 'completed' });
  expect(await host.invoke(proposal)).toMatchObject({ code: 'confirmation_refused' });
  expect(calls).toEqual([{ note: 'milk' }]);
  expect(host.events().map(({ outcome }) => outcome)).toEqual(['pending', 'completed', 'rejected']);
});
// #endregion

// #region time
it('lapses when nobody answers', async () => {
  const { capability, calls } = fixtureCapability({ sideEffect: 'mutating' });
  const host = fixtureHost([capability]);
  const asked = await host.invoke({});
  const id = asked.outcome === 'pending' ? asked.pending.id : '';

  host.clock.advance(15 * 60_000);
  expect(await host.executor.desk.find(id)).toMatchObject({ state: 'expired' });
  expect(calls).toEqual([]);
});
// #endregion

// #region values
it('for every result that fits the contract: the check says so, and one broken rule is found', () => {
  const { result } = shoppingList;
  fc.assert(fc.property(validValues(result.json), (value) => result.check(value)));
  fc.assert(fc.property(nearValidValues(result.json), ({ value }) => !result.check(value)));
});
// #endregion

// #region conformance
describe('a sink of our own', () => {
  const cases = sinkConformance({ open: () => memorySink() });
  for (const { title, run } of cases.filter(({ skip }) => skip === undefined)) it(title, run);
});

describe('a store of our own', () => {
  const cases = storeConformance({
    open: () => {
      const clock = fakeClock();
      return { store: memoryStore({ clock }), advance: clock.advance };
    },
  });
  for (const { title, run } of cases.filter(({ skip }) => skip === undefined)) it(title, run);
});
// #endregion

// #region race
it('loses and doubles nothing while several race', async () => {
  const clock = fakeClock();
  const decisions = memoryDecisionLog();
  const stores = { store: memoryStore({ clock }), sink: memorySink(), decisions };
  const scene = await prepareRace(stores, { proposals: 8, grants: 4, uses: 3 });

  const reports: RaceReport[] = [];
  const report = (one: RaceReport): void => void reports.push(one);
  const racers = [1, 2, 3, 4].map((seed) => runRace(stores, scene, { seed, attempts: 40, report }));
  await Promise.all(racers);

  clock.advance(RACE_OVERDUE_MS);
  expect(await judgeRace(stores, scene, reports)).toEqual([]);
});
// #endregion
