import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { GrantScope } from '../../src/grants/grant.js';
import { fixtureCapability, fixtureCaller } from '../../src/testing/fixture-host.js';
import { askingHost } from './asking-host.js';

const HOUR = 3_600_000;
const ANY: GrantScope = { capability: 'fixture.probe@1', otherParameters: 'any', access: 'read' };

async function grantedHost(
  options: {
    readonly scope?: GrantScope;
    readonly uses?: number;
    readonly parts?: Parameters<typeof askingHost>[1];
    readonly fixture?: Parameters<typeof fixtureCapability>[0];
  } = {},
) {
  const probe = fixtureCapability(options.fixture);
  const host = await askingHost([probe.capability], options.parts);
  const given = await host.executor.grants.give({
    person: 'olga',
    holder: 'person:ada',
    scope: options.scope ?? ANY,
    lastsMs: HOUR,
    ...(options.uses !== undefined && { uses: options.uses }),
  });
  if (!given.ok) throw new Error(JSON.stringify(given));
  return { probe, host, grant: given.grant };
}

describe('grants', () => {
  it('S3-176 S3-217 answer where policy asks, and the record says which grant did', async () => {
    const { host, probe, grant } = await grantedHost();
    expect(await host.invoke({})).toMatchObject({ outcome: 'completed' });
    expect(probe.calls).toHaveLength(1);
    expect(host.events().at(-1)).toMatchObject({ ruling: 'ask', rule: `grant:${grant.id}` });
  });

  it('S3-217 are not used where policy allows, and do not help where it denies', async () => {
    const { host, grant } = await grantedHost({ uses: 3 });
    const rule = { id: 'ask', scope: 'global', capability: '*' } as const;
    await host.executor.policies.set({ person: 'olga', rule: { ...rule, effect: 'allow' } });
    expect(await host.invoke({})).toMatchObject({ outcome: 'completed' });
    expect(await host.executor.grants.find(grant.id)).toMatchObject({ used: 0 });
    await host.executor.policies.set({ person: 'olga', rule: { ...rule, effect: 'deny' } });
    expect(await host.invoke({})).toMatchObject({ code: 'denied_by_policy' });
  });

  it('S3-146 never answer a commitment', async () => {
    const { host } = await grantedHost();
    expect(await host.invoke({}, { commitment: true })).toMatchObject({ outcome: 'pending' });
  });

  it('S3-142 S3-143 open no lock', async () => {
    const locked = fixtureCapability({ name: 'sudo_shell', locked: true });
    const host = await askingHost([locked.capability]);
    const given = await host.executor.grants.give({
      person: 'olga',
      holder: 'person:ada',
      scope: { ...ANY, capability: 'sudo_shell@1' },
      lastsMs: HOUR,
    });
    expect(given).toMatchObject({ ok: false, code: 'invalid_grant' });
    expect(await host.invoke({})).toMatchObject({ code: 'locked' });
  });

  it('S3-215 S3-216 of n at once on a count of k exactly k get through, and the others ask again', async () => {
    const { host, probe, grant } = await grantedHost({ uses: 5 });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => host.invoke({})));
    expect(outcomes.filter(({ outcome }) => outcome === 'completed')).toHaveLength(5);
    expect(probe.calls).toHaveLength(5);
    expect(await host.executor.grants.find(grant.id)).toMatchObject({ state: 'spent', used: 5 });
    expect(await host.invoke({})).toMatchObject({ outcome: 'pending' });
  });

  it('that the last use was taken is told once, by whoever took it, and the outlook with it', async () => {
    const { host, grant } = await grantedHost({ uses: 2 });
    await host.executor.sweep();
    const told: unknown[] = [];
    host.executor.events.on('grant-changed', (what) => told.push(what));
    host.executor.events.on('outlook-changed', (what) => told.push(what));
    await host.invoke({});
    expect(told).toEqual([]);
    await host.invoke({});
    await host.executor.sweep();
    expect(told).toEqual([{ grant: grant.id, state: 'spent' }, { because: 'grant' }]);
  });

  it('S3-221 a lapsed grant is useless before any sweep; S3-218 the sweep marks it, once', async () => {
    const { host, grant } = await grantedHost();
    host.clock.advance(HOUR);
    expect(await host.invoke({})).toMatchObject({ outcome: 'pending' });
    expect(await host.executor.sweep()).toMatchObject({ grants: 1 });
    expect(await host.executor.sweep()).toMatchObject({ grants: 0 });
    expect(host.sink.events().filter(({ kind }) => kind === 'grant')).toMatchObject([
      { code: 'granted', subject: grant.id },
      { code: 'lapsed', subject: grant.id },
    ]);
  });

  it('S3-222 a revoked grant is useless at once', async () => {
    const { host, grant } = await grantedHost();
    expect(await host.executor.grants.revoke({ grant: grant.id, person: 'olga' })).toMatchObject({
      ok: true,
      grant: { state: 'revoked', revokedBy: 'olga' },
    });
    expect(await host.invoke({})).toMatchObject({ outcome: 'pending' });
    expect(await host.executor.grants.revoke({ grant: grant.id, person: 'olga' })).toMatchObject({
      code: 'already_ended',
      state: 'revoked',
    });
  });

  it('answer nobody but their holder', async () => {
    const { host } = await grantedHost();
    expect(await host.invoke({}, { principal: 'person:bob' })).toMatchObject({
      outcome: 'pending',
    });
  });

  it('do not start before they start', async () => {
    const probe = fixtureCapability();
    const host = await askingHost([probe.capability]);
    const wish = {
      person: 'olga',
      holder: 'person:ada',
      scope: ANY,
      lastsMs: HOUR,
      startsInMs: HOUR,
    };
    await host.executor.grants.give(wish);
    expect(await host.invoke({})).toMatchObject({ outcome: 'pending' });
    host.clock.advance(HOUR);
    expect(await host.invoke({ args: { count: 1 } })).toMatchObject({ outcome: 'completed' });
  });

  it('a wish to be asked by nobody is met by a grant too', async () => {
    const { host } = await grantedHost();
    expect(await host.invoke({}, { mayAsk: false })).toMatchObject({ outcome: 'completed' });
    expect(await host.invoke({}, { mayAsk: false, principal: 'person:bob' })).toMatchObject({
      code: 'would_ask',
    });
  });

  it('where the host has opted in, answer the table as well, and are counted for it', async () => {
    const { host, grant } = await grantedHost({
      scope: { ...ANY, access: 'write' },
      uses: 1,
      parts: { grantsMayConfirm: true },
      fixture: { sideEffect: 'mutating' },
    });
    const rule = { id: 'ask', scope: 'global', capability: '*', effect: 'allow' } as const;
    await host.executor.policies.set({ person: 'olga', rule });
    expect(await host.invoke({})).toMatchObject({ outcome: 'completed' });
    expect(await host.executor.grants.find(grant.id)).toMatchObject({ state: 'spent' });
    expect(await host.invoke({})).toMatchObject({ outcome: 'pending' });
  });

  test.prop([
    fc.record({
      args: fc.option(fc.record({ count: fc.integer({ min: 0, max: 2 }) }, { requiredKeys: [] }), {
        nil: undefined,
      }),
      parameters: fc.option(
        fc.record(
          { count: fc.constantFrom('0', '1', '?'), note: fc.constantFrom('a*', '**') },
          { requiredKeys: [] },
        ),
        { nil: undefined },
      ),
      otherParameters: fc.constantFrom(undefined, 'any' as const),
    }),
    fc.record(
      { count: fc.integer({ min: 0, max: 2 }), note: fc.constantFrom('a', 'ab', 'b') },
      { requiredKeys: [] },
    ),
  ])(
    'S3-094 for every grant and proposal: preview tells what invoke does, and takes nothing of the grant',
    async ({ args, parameters, otherParameters }, proposed) => {
      const scope: GrantScope = {
        capability: 'fixture.probe@1',
        access: 'read',
        ...(args === undefined
          ? {
              ...(parameters !== undefined && { parameters }),
              ...(otherParameters && { otherParameters }),
            }
          : { args }),
      };
      const { host, grant } = await grantedHost({ scope, uses: 1 });
      const proposal = { capability: 'fixture.probe', version: 1, args: proposed };
      const told = await host.executor.preview(proposal, fixtureCaller());
      expect(await host.executor.grants.find(grant.id)).toMatchObject({ used: 0 });
      const { outcome } = await host.invoke(proposal);
      expect(told.decision).toBe(outcome === 'completed' ? 'execute' : 'ask');
    },
  );
});
