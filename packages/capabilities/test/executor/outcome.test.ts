import { expect, it } from 'vitest';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

it('outcome › is frozen, and holds exactly what belongs to its kind', async () => {
  const host = fixtureHost([
    fixtureCapability().capability,
    fixtureCapability({ name: 'fixture.write', sideEffect: 'mutating' }).capability,
  ]);
  const completed = await host.invoke({});
  const pending = await host.invoke({ capability: 'fixture.write' });
  const rejected = await host.invoke({ capability: 'no.such' });
  expect(Object.keys(completed)).toEqual(['outcome', 'event', 'result', 'trust']);
  expect(Object.keys(pending)).toEqual(['outcome', 'event', 'stage', 'code', 'pending']);
  expect(Object.keys(rejected)).toEqual(['outcome', 'event', 'stage', 'code']);
  for (const outcome of [completed, pending, rejected]) expect(Object.isFrozen(outcome)).toBe(true);
});

it('outcome › S1-083 S1-084 a proposal has five parts, and every answer the id of its event', async () => {
  const host = fixtureHost([fixtureCapability().capability]);
  const outcome = await host.invoke({ args: {} });
  expect(host.events()[0]?.id).toBe(outcome.event);
});
