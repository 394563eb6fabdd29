import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { summarize } from '../../src/audit/summarize.js';
import { fixtureCapability, fixtureCaller, fixtureHost } from '../../src/testing/fixture-host.js';
import { someRules } from '../policy/rules.js';
import { askingHost } from './asking-host.js';

const HOUR = 3_600_000;
const DENY = { id: 'no', scope: 'global', capability: '*', effect: 'deny' } as const;

describe('what a policy says', () => {
  it('S3-178 is on record once for each attempt: the ruling, the rule and the revision, and no content', async () => {
    const host = await askingHost([fixtureCapability().capability]);
    await host.invoke({ args: { note: 'a canary' } });
    expect(host.events()).toMatchObject([
      { ruling: 'ask', rule: 'ask', policy_revision: 1, outcome: 'pending' },
    ]);
    expect(JSON.stringify(host.sink.events())).not.toContain('canary');
  });

  it('S3-179 what it allows runs, and no longer than its time', async () => {
    const host = fixtureHost([
      fixtureCapability({ bounds: { timeoutMs: 20 }, perform: () => new Promise(() => {}) })
        .capability,
    ]);
    expect(await host.invoke({})).toMatchObject({ outcome: 'rejected', code: 'timed_out' });
  });

  it('S3-180 a handler that breaks costs its own attempt and nobody else', async () => {
    let calls = 0;
    const host = fixtureHost([
      fixtureCapability({
        perform: () => {
          if ((calls += 1) === 1) throw new Error('broken');
          return { ok: true };
        },
      }).capability,
    ]);
    expect(await host.invoke({})).toMatchObject({ code: 'handler_failed' });
    expect(await host.invoke({})).toMatchObject({ outcome: 'completed' });
  });

  it('S3-182 what it asks about waits under the very request: a yes runs that and no other', async () => {
    const host = await askingHost([fixtureCapability().capability]);
    const asked = await host.invoke({ args: { count: 1 } });
    const token = await host.token(asked.event);
    expect(await host.invoke({ args: { count: 2 }, confirmation: token })).toMatchObject({
      code: 'confirmation_refused',
    });
    expect(await host.invoke({ args: { count: 1 }, confirmation: token })).toMatchObject({
      outcome: 'completed',
    });
  });

  it('S3-184 S3-185 what it denies is recorded, and counted by capability', async () => {
    const host = await askingHost([fixtureCapability().capability], {}, [DENY]);
    for (let times = 0; times < 3; times += 1)
      expect(await host.invoke({})).toMatchObject({ code: 'denied_by_policy' });
    expect(host.events().at(-1)).toMatchObject({
      stage_reached: 'rejected-at-policy',
      ruling: 'deny',
      rule: 'no',
    });
    const summary = await summarize(host.sink.read());
    expect(summary.codes).toContainEqual({ name: 'denied_by_policy', count: 3 });
    expect(summary.capabilities).toMatchObject([{ capability: 'fixture.probe', rejected: 3 }]);
  });

  it('S3-202 an approval ends by itself, and what it was for is asked about anew', async () => {
    const host = await askingHost([fixtureCapability().capability]);
    const asked = await host.invoke({});
    const token = await host.token(asked.event);
    host.clock.advance(HOUR);
    expect(await host.executor.sweep()).toMatchObject({ pending: 1 });
    expect((await host.executor.desk.find(asked.event))?.state).toBe('expired');
    expect(await host.invoke({ confirmation: token })).toMatchObject({
      code: 'confirmation_refused',
    });
    const anew = await host.invoke({});
    expect(anew).toMatchObject({ outcome: 'pending' });
    expect(anew.event).not.toBe(asked.event);
  });

  it('A34 what was answered is not among what waits, whatever else still does', async () => {
    const host = await askingHost([fixtureCapability().capability]);
    const [one, other] = [
      await host.invoke({ args: { count: 1 } }),
      await host.invoke({ args: { count: 2 } }),
    ];
    await host.approve(one.event);
    const open = await host.executor.desk.list({ states: ['open'] });
    expect(open.map(({ id }) => id)).toEqual([other.event]);
  });

  it('A38 a yes, and an allow for one target, say nothing about the next request', async () => {
    const host = await askingHost([fixtureCapability().capability]);
    expect(await host.confirmed({ args: { count: 1 } })).toMatchObject({ outcome: 'completed' });
    expect(await host.invoke({ args: { count: 1 } })).toMatchObject({ outcome: 'pending' });
    expect(await host.invoke({ args: { count: 2 } })).toMatchObject({ outcome: 'pending' });
  });

  it('A23 no rule, grant or target is looked at for arguments that do not fit, also with a yes', async () => {
    let looked = 0;
    const host = fixtureHost([fixtureCapability().capability], {
      policy: {
        revision: 1,
        rule: () => ((looked += 1), { effect: 'allow' }),
        describe: () => ({}),
      },
    });
    for (const args of [{ count: 'x' }, { other: 1 }, null, '{}', [1]])
      expect(await host.invoke({ args, confirmation: 'A'.repeat(43) })).toMatchObject({
        stage: 'validate',
        code: 'invalid_arguments',
      });
    expect(looked).toBe(0);
  });

  it('A15 a loop that keeps asking ends: with the turn’s runs, and with what may wait', async () => {
    const probe = fixtureCapability({ bounds: { maxPerTurn: 4 } });
    const host = fixtureHost([probe.capability]);
    const turn = { principal: 'mind:muse', origin: 'model', occasion: 'turn:1' } as const;
    let outcome = await host.invoke({}, turn);
    let rounds = 0;
    for (; outcome.outcome === 'completed' && rounds < 100; rounds += 1)
      outcome = await host.invoke({ args: { count: rounds } }, turn);
    expect(outcome).toMatchObject({ code: 'turn_limit' });
    expect(probe.calls).toHaveLength(4);
    const asking = await askingHost([fixtureCapability().capability]);
    let waiting = 0;
    while ((await asking.invoke({ args: { count: waiting } }, turn)).outcome === 'pending')
      waiting += 1;
    expect(waiting).toBe(20);
  });

  it('A29 A30 asks the same of every caller: no origin, and no way in, has a gate of its own', async () => {
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([probe.capability]);
    for (const origin of ['user', 'model', 'plan', 'scheduler', 'operator', 'host'] as const)
      expect(
        await host.invoke({ args: { note: origin } }, { origin, occasion: 'turn:1' }),
      ).toMatchObject({ outcome: 'pending' });
    expect(probe.calls).toHaveLength(0);
  });

  test.prop([someRules(6), fc.boolean()])(
    'S3-143 for every set of rules, grant and approval: a lock and a final deny stay shut',
    async (rules, isLocked) => {
      const probe = fixtureCapability(isLocked ? { name: 'sudo_shell', locked: true } : {});
      const host = fixtureHost([probe.capability], { grantsMayConfirm: true });
      const { executor } = host;
      const asked = await host.invoke({}, { commitment: true });
      const id = `${probe.capability.name}@1`;
      await executor.grants.give({
        person: 'olga',
        holder: 'person:ada',
        scope: { capability: id, otherParameters: 'any', access: 'write' },
        lastsMs: HOUR,
      });
      const token = asked.outcome === 'pending' ? await host.token(asked.event) : 'A'.repeat(43);
      const shut = isLocked ? [] : [{ ...DENY, id: 'shut', final: true as const }];
      await executor.policies.replace({ person: 'olga', rules: [...rules, ...shut] });
      for (const proposal of [{}, { confirmation: token }])
        expect(await host.invoke(proposal)).toMatchObject({
          outcome: 'rejected',
          code: isLocked ? 'locked' : 'denied_by_policy',
        });
      const told = await executor.preview(
        { capability: probe.capability.name, version: 1, args: {} },
        fixtureCaller(),
      );
      expect(told.decision).toBe('reject');
      expect(probe.calls).toHaveLength(0);
    },
  );
});
