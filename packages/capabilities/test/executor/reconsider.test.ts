import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { defineCapability } from '../../src/contract/capability.js';
import { FIXTURE_BOUNDS, fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

const restart = defineCapability({
  name: 'fixture.restart',
  version: 1,
  summary: 'Restarts a unit.',
  args: Type.Object({ unit: Type.String({ maxLength: 50 }), force: Type.Optional(Type.Boolean()) }),
  result: Type.Object({}),
  sideEffect: 'mutating',
  network: 'local',
  bounds: FIXTURE_BOUNDS,
  target: ({ unit }) => unit,
  targetKind: 'name',
  perform: () => ({}),
});

describe('reconsider', () => {
  it('S3-139 A12 changed arguments may not move the target', async () => {
    const host = fixtureHost([restart]);
    const pending = (
      await host.invoke({ capability: 'fixture.restart', args: { unit: 'a.service' } })
    ).event;
    const seen = (await host.executor.desk.find(pending))?.disclosure.digest ?? '';
    const change = (args: unknown) =>
      host.executor.desk.modify({ pending, person: 'olga', seen, args });
    expect(await change({ unit: 'b.service' })).toMatchObject({
      code: 'modification_refused',
      refusal: { code: 'target_mismatch' },
    });
    expect(await change({ unit: 'a.service', force: true })).toMatchObject({
      ok: true,
      pending: { modified: ['/force'], request: { target: 'a.service' } },
    });
  });

  it('names every changed argument by its path, and keeps the marks of where text came from', async () => {
    const { capability } = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([capability]);
    const provenance = [{ path: '/note', source: 'mail', trust: 'low' }] as const;
    const pending = (await host.invoke({ args: { note: 'x', count: 1 } }, { provenance })).event;
    const seen = (await host.executor.desk.find(pending))?.disclosure.digest ?? '';
    const changed = await host.executor.desk.modify({
      pending,
      person: 'olga',
      seen,
      args: { note: 'y' },
    });
    expect(changed).toMatchObject({
      ok: true,
      pending: {
        modified: ['/count', '/note'],
        disclosure: { fields: { provenance: ['/note came from mail (low trust)'] } },
      },
    });
  });
});
