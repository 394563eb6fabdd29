import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/store/memory-store.js';
import { prepareSteps } from '../../src/testing/store-race-prepare.js';
import { fakeClock } from '../../src/testing/fake-clock.js';
import { RACE_OVERDUE_MS } from '../../src/testing/store-race.js';

const SIZE = { proposals: 4, grants: 3, uses: 20 };

describe('prepareSteps', () => {
  it('fills a store with what it names, in the state to be raced for', async () => {
    const store = memoryStore();
    const scene = await prepareSteps({ store }, SIZE);
    const stateOf = async (id: string) => (await store.findPending(id))?.state;
    const all = <T, R>(list: readonly T[], look: (one: T) => R | Promise<R>) =>
      Promise.all(list.map(look));
    expect(await all(scene.tokens, stateOf)).toEqual(Array(4).fill('approved'));
    expect(await all(scene.proposals, stateOf)).toEqual(Array(8).fill('open'));
    expect(await all(scene.requests, async (id) => (await store.findRequest(id))?.state)).toEqual(
      Array(4).fill('open'),
    );
    expect(
      await all(scene.grants, async ({ id, uses }) => [(await store.findGrant(id))?.uses, uses]),
    ).toEqual(Array(3).fill([5, 5]));
    expect([scene.keys.length, scene.turns.length, scene.perTurn]).toEqual([4, 3, 5]);
    expect(scene.oldRevision).toBe(-1);
  });

  it('every grant that is to lapse has lapsed when the race is judged', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const { lapsing } = await prepareSteps({ store }, SIZE);
    clock.advance(RACE_OVERDUE_MS);
    const ended = (await store.sweep()).grants.map(({ id }) => id);
    expect(ended).toEqual(lapsing);
  });

  it('is plain JSON, and small enough to be handed to a process at its start', async () => {
    const wish = { proposals: 500, grants: 100, uses: 20 };
    const scene = await prepareSteps({ store: memoryStore() }, wish);
    expect(JSON.parse(JSON.stringify(scene))).toEqual(scene);
    // Linux takes 128 KiB in one variable; the other half is for what the door races for.
    expect(JSON.stringify(scene).length).toBeLessThan(65_536);
  });

  it('throws where a store opens or approves nothing', async () => {
    const store = memoryStore();
    const full = { ...store, openPending: () => 'too_many_pending' as const };
    await expect(prepareSteps({ store: full }, SIZE)).rejects.toThrow('one too many');
    const deaf = { ...store, decide: () => ({ changed: false, pending: undefined }) };
    await expect(prepareSteps({ store: deaf }, SIZE)).rejects.toThrow('could not be approved');
    const shut = { ...store, openRequest: () => 'too_many_requests' as const };
    await expect(prepareSteps({ store: shut }, SIZE)).rejects.toThrow('one too many');
  });
});
