import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { listedDirectory } from '../../../src/confirmation/directory.js';
import { defineCapability } from '../../../src/contract/capability.js';
import type { Policy, Question, Ruling } from '../../../src/policy/policy.js';
import {
  FIXTURE_BOUNDS,
  fixtureCapability,
  fixtureHost,
} from '../../../src/testing/fixture-host.js';

const policyOf = (rule: (question: Question) => Ruling, revision = 1): Policy => ({
  revision,
  rule,
  describe: () => ({}),
});

describe('consult', () => {
  it('S1-060 asks the policy in force at that moment, with both axes, after validating and before confirming', async () => {
    const asked: Question[] = [];
    let effect: Ruling['effect'] = 'allow';
    const policy = policyOf((question) => {
      asked.push(question);
      return { effect };
    });
    const probe = fixtureCapability({ network: 'external' });
    const host = fixtureHost([probe.capability], { policy });

    await host.invoke({ args: { count: 'bad' } });
    expect(asked).toHaveLength(0);
    expect(await host.invoke({})).toMatchObject({ outcome: 'pending' });
    expect(asked[0]?.capability).toMatchObject({ sideEffect: 'read_only', network: 'external' });
    effect = 'deny';
    expect(await host.invoke({})).toMatchObject({ stage: 'policy', code: 'denied_by_policy' });
  });

  it('S1-061 answers a deny with a rejection at its own stage, on record with the rule', async () => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability], {
      policy: policyOf(() => ({ effect: 'deny', rule: 'night' }), 7),
    });
    expect(await host.invoke({})).toMatchObject({
      outcome: 'rejected',
      stage: 'policy',
      code: 'denied_by_policy',
    });
    expect(host.events()[0]).toMatchObject({
      stage_reached: 'rejected-at-policy',
      ruling: 'deny',
      rule: 'night',
      policy_revision: 7,
    });
    expect(probe.calls).toHaveLength(0);
  });

  it.each([
    undefined,
    null,
    {},
    { effect: undefined },
    { effect: 'ALLOW' },
    { effect: 'toString' },
    'allow',
    true,
  ])('A05 takes the non-answer %j of a policy for a deny', async (answer) => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability], { policy: policyOf(() => answer as Ruling) });
    expect(await host.invoke({})).toMatchObject({ outcome: 'rejected', stage: 'policy' });
    expect(probe.calls).toHaveLength(0);
  });

  it('A05 takes a policy that throws for no permission', async () => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability], {
      policy: policyOf(() => {
        throw new Error('policy');
      }),
    });
    expect(await host.invoke({})).toMatchObject({
      outcome: 'rejected',
      stage: 'policy',
      code: 'stage_failed',
    });
    expect(probe.calls).toHaveLength(0);
    expect(host.defects).toHaveLength(1);
  });

  it('S3-142 denies a locked capability whatever the policy says, and whoever asks', async () => {
    const locked = ['sudo_shell', 'delete_database'].map((name) =>
      defineCapability({
        name,
        version: 1,
        summary: 'Is there to be refused.',
        args: Type.Object({}),
        result: Type.Object({}),
        sideEffect: 'mutating',
        network: 'local',
        bounds: FIXTURE_BOUNDS,
        locked: true,
      }),
    );
    const host = fixtureHost(locked, { policy: policyOf(() => ({ effect: 'allow' })) });
    for (const { name } of locked)
      for (const principal of ['person:olga', 'mind:muse', 'host:fixture'] as const)
        expect(await host.invoke({ capability: name }, { principal })).toMatchObject({
          stage: 'policy',
          code: 'locked',
        });
  });

  it.each(['dreaming', 'replay'] as const)(
    'S3-080 S3-171 S3-172 never acts in a %s context, and says so on record',
    async (context) => {
      const probe = fixtureCapability();
      const host = fixtureHost([probe.capability]);
      expect(await host.invoke({}, { context })).toMatchObject({
        stage: 'policy',
        code: 'not_live',
      });
      expect(host.events()[0]?.code).toBe('not_live');
      expect(probe.calls).toHaveLength(0);
    },
  );

  it.each(['person:zoe', 'mind:shade', 'mind:nobody', 'person:nobody', 'host:other'] as const)(
    'S3-081 refuses the inactive or unknown principal %s',
    async (principal) => {
      const probe = fixtureCapability();
      const host = fixtureHost([probe.capability]);
      expect(await host.invoke({}, { principal })).toMatchObject({
        stage: 'policy',
        code: 'principal_inactive',
      });
      expect(probe.calls).toHaveLength(0);
    },
  );

  it('S3-144 S3-145 a commitment turns allow into ask, leaves ask, and leaves deny', async () => {
    const by = async (effect: Ruling['effect']) => {
      const probe = fixtureCapability();
      const host = fixtureHost([probe.capability], { policy: policyOf(() => ({ effect })) });
      return host.invoke({}, { commitment: true });
    };
    expect(await by('allow')).toMatchObject({ outcome: 'pending' });
    expect(await by('ask')).toMatchObject({ outcome: 'pending' });
    expect(await by('deny')).toMatchObject({ code: 'denied_by_policy' });
  });

  it('S1-107 no ruling of a policy loosens what the table requires', async () => {
    const probe = fixtureCapability({ sideEffect: 'mutating', network: 'external' });
    const host = fixtureHost([probe.capability], { policy: policyOf(() => ({ effect: 'allow' })) });
    expect(await host.invoke({})).toMatchObject({ outcome: 'pending' });
    expect(probe.calls).toHaveLength(0);
  });

  it('looks at the count of the turn before anyone is asked', async () => {
    const probe = fixtureCapability({ sideEffect: 'mutating', bounds: { maxPerTurn: 1 } });
    const host = fixtureHost([probe.capability]);
    const facts = { occasion: 'turn:t1' } as const;
    const pending = await host.invoke({}, facts);
    const token = await host.token(pending.event);
    expect(await host.invoke({ confirmation: token }, facts)).toMatchObject({
      outcome: 'completed',
    });
    expect(await host.invoke({}, facts)).toMatchObject({ stage: 'policy', code: 'turn_limit' });
  });

  it('takes nothing but text from a policy’s rule', async () => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability], {
      policy: policyOf(() => ({ effect: 'allow', rule: {} as string })),
    });
    expect(await host.invoke({})).toMatchObject({ outcome: 'completed' });
    expect(host.events()[0]).not.toHaveProperty('rule');
  });

  it('answers under a key what was answered before, though the turn is spent by now', async () => {
    const probe = fixtureCapability({ bounds: { maxPerTurn: 1 } });
    const host = fixtureHost([probe.capability]);
    const facts = { key: 'k', occasion: 'turn:1' } as const;
    expect(await host.invoke({}, facts)).toMatchObject({ outcome: 'completed' });
    expect(await host.invoke({}, facts)).toMatchObject({ outcome: 'completed', recorded: true });
    expect(await host.invoke({}, { occasion: 'turn:1' })).toMatchObject({ code: 'turn_limit' });
    expect(probe.calls).toHaveLength(1);
  });

  it('rules again when the directory took its time: a deny that came meanwhile wins', async () => {
    let effect: Ruling['effect'] = 'allow';
    const probe = fixtureCapability();
    const slow = {
      ...listedDirectory({ persons: [{ id: 'ada' }] }),
      isActive: () => Promise.resolve().then(() => ((effect = 'deny'), true)),
    };
    const host = fixtureHost([probe.capability], {
      policy: policyOf(() => ({ effect })),
      directory: slow,
    });
    expect(await host.invoke({})).toMatchObject({ stage: 'policy', code: 'denied_by_policy' });
    expect(probe.calls).toHaveLength(0);
  });

  it('drops a reason that the contract does not list, and tells the host', async () => {
    const chatty = defineCapability({
      name: 'fixture.chatty',
      version: 1,
      summary: 'Says too much.',
      args: Type.Object({}),
      result: Type.Object({}),
      sideEffect: 'read_only',
      network: 'local',
      bounds: FIXTURE_BOUNDS,
      refusals: ['listed'],
      admit: () => 'the secret is 42',
      perform: () => ({}),
    });
    const host = fixtureHost([chatty]);
    const outcome = await host.invoke({ capability: 'fixture.chatty' });
    expect(outcome).toMatchObject({ stage: 'policy', code: 'not_admitted' });
    expect(JSON.stringify([outcome, host.sink.events()])).not.toContain('secret');
    expect(host.defects).toHaveLength(1);
  });
});
