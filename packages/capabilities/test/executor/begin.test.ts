import { describe, expect, it } from 'vitest';
import type { Awaitable } from '../../src/internal/awaitable.js';
import type { Policy } from '../../src/policy/policy.js';
import type { DoorStore } from '../../src/store/door-store.js';
import type { Begun, Intent } from '../../src/store/intent-steps.js';
import { memoryStore } from '../../src/store/memory-store.js';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

/** A host whose store notes what is begun, and answers as it is told. */
const noting = (
  answer?: (intent: Intent, base: DoorStore) => Awaitable<Begun>,
  policy?: Policy,
) => {
  const base = memoryStore();
  const intents: Intent[] = [];
  const store: DoorStore = {
    ...base,
    begin: (intent) => {
      intents.push(intent);
      return answer?.(intent, base) ?? base.begin(intent);
    },
  };
  const read = fixtureCapability();
  const write = fixtureCapability({
    name: 'fixture.write',
    sideEffect: 'mutating',
    bounds: { timeoutMs: 700 },
  });
  return {
    intents,
    write,
    host: fixtureHost([read.capability, write.capability], { store, ...(policy && { policy }) }),
  };
};

describe('begin', () => {
  it('S1-089 claims before the handler starts: everything in one step, with a deadline of two timeouts and five seconds', async () => {
    const { host, intents, write } = noting();
    const facts = { occasion: 'turn:1', key: 'k' } as const;
    const pending = await host.invoke({ capability: 'fixture.write' }, facts);
    const token = await host.token(pending.event);
    expect(intents).toHaveLength(0);
    const outcome = await host.invoke({ capability: 'fixture.write', confirmation: token }, facts);
    expect(intents).toEqual([
      expect.objectContaining({
        id: outcome.event,
        capability: 'fixture.write',
        principal: 'person:ada',
        turn: 'turn:1',
        key: 'k',
        mutating: true,
        deadlineMs: 6_400,
        tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      }),
    ]);
    expect(JSON.stringify(intents)).not.toContain(token);
    expect(write.calls).toHaveLength(1);
  });

  it('an automatic read begins nothing; with a key it does', async () => {
    const { host, intents } = noting();
    await host.invoke({}, { occasion: 'turn:1' });
    expect(intents).toHaveLength(0);
    await host.invoke({}, { key: 'k' });
    expect(intents).toHaveLength(1);
  });

  it('rules again when the policy changed meanwhile, and gives up when it keeps changing', async () => {
    let changes = 1;
    const changing = noting((intent, base) =>
      changes-- > 0 ? { ok: false, code: 'policy_changed' } : base.begin(intent),
    );
    expect(await changing.host.invoke({}, { key: 'k' })).toMatchObject({ outcome: 'completed' });
    expect(changing.intents).toHaveLength(2);
    const restless = noting(() => ({ ok: false, code: 'policy_changed' }));
    expect(await restless.host.invoke({}, { key: 'k' })).toMatchObject({
      stage: 'policy',
      code: 'denied_by_policy',
    });
  });

  it('gives the turn back when nothing was begun', async () => {
    let refuse = true;
    const { host, write } = noting((intent, base) =>
      refuse ? { ok: false, code: 'key_conflict' } : base.begin(intent),
    );
    const facts = { occasion: 'turn:1', bounds: { maxPerTurn: 1 } } as const;
    const token = await host.token(
      (await host.invoke({ capability: 'fixture.write' }, facts)).event,
    );
    expect(
      await host.invoke({ capability: 'fixture.write', confirmation: token }, facts),
    ).toMatchObject({ stage: 'execute', code: 'key_conflict' });
    refuse = false;
    expect(
      await host.invoke({ capability: 'fixture.write', confirmation: token }, facts),
    ).toMatchObject({ outcome: 'completed' });
    expect(write.calls).toHaveLength(1);
  });

  it('an ask that came after an automatic allow is not taken for a yes', async () => {
    let effect: 'allow' | 'ask' = 'allow';
    const policy: Policy = { revision: 1, rule: () => ({ effect }), describe: () => ({}) };
    const { host, intents } = noting(undefined, policy);
    const settled = host.invoke({}, { key: 'k' });
    effect = 'ask';
    expect(await settled).toMatchObject({ outcome: 'rejected' });
    expect(intents).toHaveLength(0);
  });
});
