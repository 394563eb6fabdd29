import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { createCaller } from '../../src/contract/caller.js';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';
import { memoryStore } from '../../src/store/memory-store.js';
import { CAPABILITIES, someRules } from '../policy/rules.js';
import { askingHost } from './asking-host.js';

const HOUR = 3_600_000;

describe('outlook', () => {
  test.prop([
    someRules(8),
    fc.constantFrom(...CAPABILITIES),
    fc.constantFrom('/a', '/a/b', '/c'),
    fc.boolean(),
  ])(
    'S3-250 for every set of rules: preview agrees with every definite entry',
    async (rules, capability, at, retrieved) => {
      const host = fixtureHost(CAPABILITIES);
      await host.executor.policies.replace({ person: 'olga', rules });
      const caller = createCaller({
        principal: 'mind:muse',
        origin: 'model',
        occasion: 'turn:1',
        ...(retrieved && { provenance: [{ path: '/at', source: 'web', trust: 'low' as const }] }),
      });
      const { name, version } = capability;
      const told = await host.executor.preview({ capability: name, version, args: { at } }, caller);
      if (told.decision === 'reject' && told.stage === 'validate') return;
      const seen = await host.executor.outlook('mind:muse');
      const entry = seen?.entries.find((one) => one.capability === name && one.version === version);
      if (entry?.ruling !== 'depends') expect(told.ruling).toBe(entry?.ruling);
    },
  );

  it('S3-220 lists live grants, and only those', async () => {
    const host = await askingHost([fixtureCapability().capability]);
    const give = async (parts = {}) => {
      const answer = await host.executor.grants.give({
        person: 'olga',
        holder: 'mind:muse',
        scope: { capability: 'fixture.probe@1', otherParameters: 'any', access: 'read' },
        lastsMs: HOUR,
        ...parts,
      });
      if (!answer.ok) throw new Error(answer.code);
      return answer.grant.id;
    };
    const [live, lapsed, revoked] = [
      await give({ lastsMs: 2 * HOUR }),
      await give(),
      await give({ lastsMs: 2 * HOUR }),
    ];
    await give({ holder: 'mind:other' });
    host.clock.advance(HOUR);
    await host.executor.grants.revoke({ grant: revoked, person: 'olga' });
    const seen = await host.executor.outlook('mind:muse');
    expect(seen?.grants.map(({ id }) => id)).toEqual([live]);
    expect(seen?.entries).toMatchObject([{ ruling: 'depends', rules: ['ask'], grants: [live] }]);
    expect(lapsed).not.toBe(live);
  });

  it('tells what is locked, what the table asks, and that somebody inactive can do nothing', async () => {
    const host = fixtureHost([
      fixtureCapability({ sideEffect: 'mutating' }).capability,
      fixtureCapability({ name: 'sudo_shell', locked: true }).capability,
    ]);
    expect((await host.executor.outlook('mind:muse'))?.entries).toMatchObject([
      { capability: 'fixture.probe', ruling: 'ask', structural: true, locked: false },
      { capability: 'sudo_shell', ruling: 'deny', locked: true },
    ]);
    const inactive = await host.executor.outlook('mind:shade');
    expect(inactive).toMatchObject({ active: false });
    expect(inactive?.entries.map(({ ruling }) => ruling)).toEqual(['deny', 'deny']);
    expect(await host.executor.outlook('muse')).toBeUndefined();
  });

  it('S3-251 S3-219 S3-252 is said to have changed at the start, with every rule and grant, by the sweep, and with the hours', async () => {
    const host = fixtureHost([fixtureCapability().capability], { timeZone: 'UTC' });
    const told: string[] = [];
    host.executor.events.on('outlook-changed', ({ because }) => told.push(because));
    await host.executor.sweep();
    await host.executor.sweep();
    expect(told.splice(0)).toEqual(['start']);
    const opens = new Date(host.clock.now() + HOUR).toISOString().slice(11, 16);
    const closes = new Date(host.clock.now() + 2 * HOUR).toISOString().slice(11, 16);
    const rule = { id: 'ask', scope: 'global', capability: '*', effect: 'ask' } as const;
    await host.executor.policies.set({
      person: 'olga',
      rule: { ...rule, hours: { from: opens, to: closes } },
    });
    expect(told.splice(0)).toEqual(['policy']);
    await host.executor.sweep();
    host.clock.advance(HOUR);
    await host.executor.sweep();
    expect(told.splice(0)).toEqual(['hours']);
    await host.executor.grants.give({
      person: 'olga',
      holder: 'mind:muse',
      scope: { capability: 'fixture.probe@1', otherParameters: 'any', access: 'read' },
      lastsMs: 1_000,
    });
    expect(told.splice(0)).toEqual(['grant']);
    host.clock.advance(1_000);
    await host.executor.sweep();
    expect(told.splice(0)).toEqual(['grant']);
  });
});

describe('the grants of an outlook', () => {
  it('S3-250 are those that could answer now: not one that has not begun, nor one for another contract', async () => {
    const { capability } = fixtureCapability();
    const store = memoryStore();
    const host = await askingHost([capability], { store });
    const scope = {
      capability: 'fixture.probe@1',
      otherParameters: 'any',
      access: 'read',
    } as const;
    const later = { person: 'olga', holder: 'mind:muse', scope, lastsMs: HOUR, startsInMs: HOUR };
    expect(await host.executor.grants.give(later)).toMatchObject({ ok: true });
    await store.addGrant({
      id: 'of-another-contract',
      holder: 'mind:muse',
      giver: 'olga',
      source: { kind: 'operator' },
      scope,
      contracts: [{ id: capability.id, digest: '0'.repeat(64) }],
      startsInMs: 0,
      lastsMs: HOUR,
    });
    const seen = await host.executor.outlook('mind:muse');
    expect(seen?.grants).toHaveLength(2);
    expect(seen?.entries).toMatchObject([{ ruling: 'ask', grants: [] }]);
  });
});
