import { expect, it } from 'vitest';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

it('fixture host › S1-174 serves any capability, independent of real ones, and shows what happened', async () => {
  const probe = fixtureCapability({ sideEffect: 'mutating' });
  const host = fixtureHost([probe.capability]);
  const pending = await host.invoke({ args: { count: 1 } });
  expect(
    await host.invoke({ args: { count: 1 }, confirmation: await host.token(pending.event) }),
  ).toMatchObject({ outcome: 'completed' });
  expect(probe.calls).toEqual([{ count: 1 }]);
  expect(host.events().map(({ outcome }) => outcome)).toEqual(['pending', 'completed']);
  await expect(host.token(pending.event)).rejects.toThrow(/could not approve/);
});

it('fixture host › confirms what needs a yes, and serves the first capability unless told otherwise', async () => {
  const probe = fixtureCapability({ name: 'fixture.write', version: 3, sideEffect: 'mutating' });
  const host = fixtureHost([probe.capability]);
  expect(await host.confirmed({ args: { note: 'x' } })).toMatchObject({ outcome: 'completed' });
  expect(probe.calls).toEqual([{ note: 'x' }]);
});
