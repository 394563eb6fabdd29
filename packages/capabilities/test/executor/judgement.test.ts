import { describe, expect, it } from 'vitest';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';
import { memoryStore } from '../../src/store/memory-store.js';

describe('judgement', () => {
  it('needs the table and the ruling both: either alone asks', async () => {
    const asked = async (sideEffect: 'read_only' | 'mutating', effect: 'allow' | 'ask') => {
      const { capability } = fixtureCapability({ sideEffect });
      const host = fixtureHost([capability], {
        policy: { revision: 1, rule: () => ({ effect }), describe: () => ({}) },
      });
      return (await host.invoke({})).outcome;
    };
    expect(await asked('read_only', 'allow')).toBe('completed');
    expect(await asked('read_only', 'ask')).toBe('pending');
    expect(await asked('mutating', 'allow')).toBe('pending');
    expect(await asked('mutating', 'ask')).toBe('pending');
  });

  it('looks up nothing for an automatic read without key or token', async () => {
    const looked: string[] = [];
    const watched = new Proxy(memoryStore(), {
      get: (store, name) => (looked.push(String(name)), Reflect.get(store, name) as unknown),
    });
    const host = fixtureHost([fixtureCapability().capability], { store: watched });
    await host.executor.sweep();
    looked.length = 0;
    await host.invoke({});
    expect(looked).toEqual([]);
  });

  it('A17 a token of an earlier turn is inert in a later one, and that is on record', async () => {
    const { capability, calls } = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([capability]);
    const token = await host.token((await host.invoke({}, { occasion: 'turn:1' })).event);
    expect(await host.invoke({ confirmation: token }, { occasion: 'turn:4' })).toMatchObject({
      code: 'confirmation_refused',
    });
    expect(host.events().at(-1)).toMatchObject({
      stage_reached: 'rejected-at-confirm',
      code: 'confirmation_refused',
    });
    expect(calls).toHaveLength(0);
  });
});
