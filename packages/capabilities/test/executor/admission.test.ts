import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { defineCapability } from '../../src/contract/capability.js';
import { FIXTURE_BOUNDS, fixtureHost } from '../../src/testing/fixture-host.js';

it('admission › anything but silence is a no: a promise, a flag, and a word of another list', async () => {
  for (const answer of [Promise.resolve(undefined), true, null, '', 'other', 0]) {
    const capability = defineCapability({
      name: 'fixture.admitted',
      version: 1,
      summary: 'Is admitted or not.',
      args: Type.Object({}),
      result: Type.Object({}),
      sideEffect: 'read_only',
      network: 'local',
      bounds: FIXTURE_BOUNDS,
      refusals: ['listed'],
      admit: () => answer as string,
      perform: () => ({}),
    });
    const host = fixtureHost([capability]);
    expect(await host.invoke({ capability: 'fixture.admitted' })).toMatchObject({
      stage: 'policy',
      code: 'not_admitted',
    });
    expect(host.defects).toHaveLength(1);
  }
});
