import { expect, it } from 'vitest';
import { fixtureCapability } from '../../src/testing/fixture-host.js';
import { askingHost } from './asking-host.js';

it('a grant that is given is told, and that an outlook is another', async () => {
  const host = await askingHost([fixtureCapability().capability]);
  const told: unknown[] = [];
  host.executor.events.on('grant-changed', (what) => told.push(what));
  host.executor.events.on('outlook-changed', (what) => told.push(what));
  const given = await host.executor.grants.give({
    person: 'olga',
    holder: 'person:ada',
    scope: { capability: 'fixture.probe@1', otherParameters: 'any', access: 'read' },
    lastsMs: 60_000,
  });
  expect(given.ok && told).toEqual([
    { grant: given.ok && given.grant.id, state: 'live' },
    { because: 'grant' },
  ]);
});
