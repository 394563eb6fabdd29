import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/policy/policy.js';
import { memoryStore } from '../../src/store/memory-store.js';
import { fixtureCaller, fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

const RULE = { id: 'ask', scope: 'global', capability: '*', effect: 'ask' } as const;
const hostOf = (parts = {}) => fixtureHost([fixtureCapability().capability], parts);
const change = { person: 'olga', rule: RULE };

describe('policy desk', () => {
  it('S1-157 one look gives the rules in force, with what is doubtful about them', async () => {
    const host = hostOf();
    const { policies } = host.executor;
    await policies.set(change);
    expect(await policies.read()).toMatchObject({
      revision: 1,
      rules: [RULE],
      findings: [{ rule: 'ask', code: 'matches_everything' }],
    });
    expect(host.executor.describe()).toMatchObject({ policy: { revision: 1, rules: [RULE] } });
  });

  it('S1-158 sets, replaces by id, and removes; every revision stays readable', async () => {
    const { policies } = hostOf().executor;
    await policies.set(change);
    await policies.set({ ...change, rule: { ...RULE, effect: 'deny' } });
    expect(await policies.read()).toMatchObject({ revision: 2, rules: [{ effect: 'deny' }] });
    expect(await policies.remove({ person: 'olga', rule: 'ask' })).toMatchObject({ ok: true });
    expect(await policies.remove({ person: 'olga', rule: 'ask' })).toMatchObject({
      code: 'no_such_rule',
    });
    expect(await policies.read()).toMatchObject({ revision: 3, rules: [] });
    expect(await policies.at(1)).toEqual({ revision: 1, rules: [RULE] });
  });

  it('is for operators: nobody else changes a rule, or is told what is wrong with one', async () => {
    const { policies } = hostOf().executor;
    for (const person of ['ada', 'zoe', 'muse', '', 'mind:muse'])
      for (const rule of [RULE, { nonsense: 1 }])
        expect(await policies.set({ person, rule })).toEqual({
          ok: false,
          code: 'not_an_operator',
        });
    expect(await policies.read()).toMatchObject({ revision: 0 });
  });

  it('S3-160 refuses what is no rule, with place and fault, and changes nothing', async () => {
    const { policies } = hostOf().executor;
    expect(await policies.set({ person: 'olga', rule: { ...RULE, effect: 'yes' } })).toEqual({
      ok: false,
      code: 'invalid_rule',
      faults: [{ path: '/effect', rule: 'effect' }],
    });
    expect(await policies.replace({ person: 'olga', rules: [RULE, RULE] })).toMatchObject({
      faults: [{ path: '/1/id', rule: 'duplicate_id' }],
    });
    expect(await policies.read()).toMatchObject({ revision: 0, rules: [] });
  });

  it('a change from another revision than the operator saw is none', async () => {
    const { policies } = hostOf().executor;
    await policies.set({ ...change, from: 0 });
    expect(await policies.set({ ...change, from: 0 })).toEqual({
      ok: false,
      code: 'policy_changed',
    });
  });

  it('of many changes at once none is lost', async () => {
    const { policies } = hostOf().executor;
    await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        policies.set({ person: 'olga', rule: { ...RULE, id: `r${at}` } }),
      ),
    );
    expect((await policies.read())?.rules).toHaveLength(4);
  });

  it('S3-252 holds at once, is on record first, and is told', async () => {
    const host = hostOf();
    const told: unknown[] = [];
    host.executor.events.on('policy-changed', (what) => told.push(what));
    host.executor.events.on('outlook-changed', (what) => told.push(what));
    expect(await host.invoke({})).toMatchObject({ outcome: 'completed' });
    await host.executor.policies.set(change);
    expect(await host.invoke({})).toMatchObject({ outcome: 'pending' });
    expect(told).toEqual([{ revision: 1 }, { because: 'policy' }]);
    expect(host.sink.events()).toContainEqual(
      expect.objectContaining({
        kind: 'configuration',
        code: 'rule_set',
        subject: 'ask',
        principal: 'person:olga',
      }),
    );
  });

  it('a rule that another process wrote holds within a second, and for what is begun at once', async () => {
    const store = memoryStore();
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const one = fixtureHost([probe.capability], { store });
    const other = fixtureHost([probe.capability], { store });
    const read = fixtureHost([fixtureCapability().capability], { store });
    const asked = await one.invoke({});
    const token = await one.token(asked.event);
    await read.invoke({});
    await other.executor.policies.set({ person: 'olga', rule: { ...RULE, effect: 'deny' } });
    expect(await one.invoke({ confirmation: token })).toMatchObject({ code: 'denied_by_policy' });
    expect(probe.calls).toHaveLength(0);
    read.clock.advance(1_000);
    expect(await read.invoke({})).toMatchObject({ code: 'denied_by_policy' });
  });

  it('A28 rules that cannot be read permit nothing', async () => {
    const store = memoryStore();
    const host = hostOf({ store });
    await store.changePolicy(0, [{ id: 'r', effect: 'allow' }]);
    expect(await host.invoke({})).toMatchObject({ outcome: 'rejected', code: 'stage_failed' });
    // Looking and sweeping go on, and an operator can put the whole of it right.
    expect(await host.executor.policies.read()).toBeUndefined();
    expect(await host.executor.policies.diff([])).toMatchObject({ ok: false });
    expect(await host.executor.sweep()).toMatchObject({ intents: 0 });
    expect((await host.executor.outlook('person:ada'))?.entries).toMatchObject([
      { ruling: 'deny' },
    ]);
    expect(await host.executor.policies.replace({ person: 'olga', rules: [] })).toMatchObject({
      ok: true,
    });
    expect(await host.invoke({})).toMatchObject({ outcome: 'completed' });
  });

  it('where the host has a policy of its own, rules are not kept here', async () => {
    const host = hostOf({ policy: defaultPolicy });
    expect(await host.executor.policies.set(change)).toEqual({
      ok: false,
      code: 'policy_is_fixed',
    });
    expect(await host.executor.policies.read()).toBeUndefined();
  });

  it('tells what other rules would decide otherwise, and changes nothing', async () => {
    const { policies } = hostOf().executor;
    expect(await policies.diff([RULE])).toMatchObject({
      ok: true,
      diff: {
        complete: true,
        differences: [
          {
            capability: 'fixture.probe',
            before: { effect: 'allow' },
            after: { effect: 'ask', rule: 'ask' },
          },
        ],
      },
    });
    expect(await policies.diff([{}])).toMatchObject({ code: 'invalid_rule' });
    expect(await policies.read()).toMatchObject({ revision: 0 });
  });
});

describe('explain', () => {
  it('names the rule that decides a proposal, and leaves no trace', async () => {
    const host = hostOf();
    await host.executor.policies.set(change);
    const events = host.sink.events().length;
    const proposal = { capability: 'fixture.probe', version: 1, args: {} };
    expect(await host.executor.explain(proposal, fixtureCaller())).toMatchObject({
      ok: true,
      locked: false,
      explanation: { effect: 'ask', winner: RULE, flip: { remove: ['ask'], then: 'allow' } },
    });
    expect(
      await host.executor.explain({ ...proposal, args: { x: 1 } }, fixtureCaller()),
    ).toMatchObject({
      ok: false,
      stage: 'validate',
      code: 'invalid_arguments',
    });
    expect(await host.executor.explain({ ...proposal, version: 2 }, fixtureCaller())).toMatchObject(
      {
        stage: 'resolve',
      },
    );
    expect(host.sink.events()).toHaveLength(events);
  });
});

describe('a try by somebody who may not', () => {
  it('is on record, with the person where one is known', async () => {
    const host = hostOf();
    await host.executor.policies.set({ ...change, person: 'ada' });
    await host.executor.policies.set({ person: 'nobody-here', rule: { nonsense: 1 } });
    expect(host.sink.events()).toMatchObject([
      { kind: 'decision', subject: 'policy', code: 'not_a_decider', principal: 'person:ada' },
      { kind: 'decision', subject: 'policy', code: 'not_a_decider' },
    ]);
  });

  it('a change by another process is told by the next sweep, whoever read the rules in between', async () => {
    const store = memoryStore();
    const host = hostOf({ store });
    const told: unknown[] = [];
    await host.executor.sweep();
    host.executor.events.on('policy-changed', (event) => told.push(event));
    await store.changePolicy(0, [{ ...RULE }]);
    host.clock.advance(5_000);
    await host.invoke({});
    await host.executor.sweep();
    await host.executor.sweep();
    expect(told).toEqual([{ revision: 1 }]);
  });
});
