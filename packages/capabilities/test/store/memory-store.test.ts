import { describe, expect, it } from 'vitest';
import type { Pending } from '../../src/confirmation/pending.js';
import type { Grant } from '../../src/grants/grant.js';
import { memoryStore } from '../../src/store/memory-store.js';
import type { DoorStore } from '../../src/store/door-store.js';
import { fakeClock, type FakeClock } from '../../src/testing/fake-clock.js';
import { storeConformance } from '../../src/testing/store-conformance.js';
import { closeOverdue, sceneOf, type Scene } from '../../src/testing/store-scene.js';

const HOUR = 3_600_000;

const cases = storeConformance({
  setsBack: true,
  open() {
    const clock = fakeClock();
    return {
      store: memoryStore({ clock }),
      advance: (ms) => clock.advance(ms),
      setBack: (ms) => clock.set(clock.now() - ms),
    };
  },
});

const named = new Set<string>();

/** The conformance case of this title; it decides the row that its caller names. */
function conforms(title: string): () => Promise<void> {
  const found = cases.find((one) => one.title === title);
  if (found === undefined) throw new Error(`no conformance case is called «${title}»`);
  named.add(title);
  return found.run;
}

describe('memoryStore', () => {
  it(
    'A06 a declined proposal is final at once',
    conforms('a declined proposal is final at once, in every answer'),
  );
  it(
    'A10 a no is held to what was seen, as a yes is',
    conforms('decides only for the disclosure that was seen'),
  );
  it(
    'A10 there is a most',
    conforms('refuses one live proposal too many, for each principal apart'),
  );
  it(
    'A10 there is a most in a race too',
    conforms('never has one live proposal too many when many are put at once'),
  );
  it(
    'A11 a token is used once, for its own request',
    conforms(
      'a token serves what was asked and what it was changed to, and burns for nothing else',
    ),
  );
  it('A45 of deciders who race, one wins', conforms('of many deciders at once, exactly one wins'));
  it(
    'A44 A46 of fifty who redeem one token at once, one does',
    conforms('of many who begin with one token at once, exactly one does'),
  );
  it(
    'A46 of a change and a decision, one is made',
    conforms('of a change and a decision at once, exactly one wins'),
  );
  it(
    'S1-074 a turn’s limit holds in a race',
    conforms('a turn’s limit is never overshot when many begin at once'),
  );
  it(
    'S1-074 each turn is counted apart',
    conforms('counts for each turn and capability apart, whoever counts'),
  );

  for (const { title, run } of cases) if (!named.has(title)) it(title, run);
});

interface Kept extends Scene {
  readonly clock: FakeClock;
}

function kept(): Kept {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  return { ...sceneOf({ store, advance: (ms) => clock.advance(ms) }, 60_000), clock };
}

describe('memoryStore keeps', () => {
  it('what a key came to for a day, and no longer', async () => {
    const { store, clock, intent } = kept();
    const one = intent({ key: 'k', fingerprint: 'f', deadlineMs: HOUR });
    await store.begin(one);
    clock.advance(HOUR);
    await store.end(one.id, { outcome: 'completed', result: 7 });
    clock.advance(24 * HOUR - 1);
    expect(await store.recorded('person:ada', 'k', 'f')).toMatchObject({ state: 'settled' });
    expect(await store.begin(intent({ key: 'k', fingerprint: 'f' }))).toEqual({
      ok: false,
      code: 'key_conflict',
    });
    clock.advance(1);
    expect(await store.recorded('person:ada', 'k', 'f')).toEqual({ state: 'unseen' });
    expect(await store.begin(intent({ key: 'k', fingerprint: 'f' }))).toEqual({ ok: true });
  });

  it('a key for as long as its attempt may run: it never begins beside itself', async () => {
    const { store, clock, intent } = kept();
    const longest = intent({ key: 'k', fingerprint: 'f', deadlineMs: 48 * HOUR + 5_000 });
    await store.begin(longest);
    clock.advance(48 * HOUR);
    expect(await store.recorded('person:ada', 'k', 'f')).toEqual({ state: 'running' });
    expect(await store.begin(intent({ key: 'k', fingerprint: 'f' }))).toEqual({
      ok: false,
      code: 'key_conflict',
    });
    expect(await store.end(longest.id, { outcome: 'completed' })).toBe(true);
  });

  it('what became of an attempt apart from what an earlier one under the same key came to, too late', async () => {
    const { store, clock, intent } = kept();
    const lost = intent({ key: 'k', fingerprint: 'f', deadlineMs: HOUR });
    await store.begin(lost);
    clock.advance(26 * HOUR);
    const again = intent({ key: 'k', fingerprint: 'f', deadlineMs: HOUR });
    expect(await store.begin(again)).toEqual({ ok: true });
    expect(await closeOverdue(store)).toMatchObject([{ id: lost.id }]);
    expect(await store.recorded('person:ada', 'k', 'f')).toEqual({ state: 'running' });
    await store.end(again.id, { outcome: 'completed', result: 7 });
    expect(await store.recorded('person:ada', 'k', 'f')).toMatchObject({ settled: { result: 7 } });
  });

  it('64 MiB of results under keys: the oldest go first, what they came to stays', async () => {
    const { store, intent } = kept();
    const settle = async (key: string, resultBytes: number): Promise<void> => {
      const one = intent({ key, fingerprint: 'f' });
      await store.begin(one);
      await store.end(one.id, { outcome: 'completed', result: key, resultBytes });
    };
    const half = 33_554_432;
    for (const key of ['a', 'b']) await settle(key, half);
    const settled = async (key: string) => store.recorded('person:ada', key, 'f');
    expect(await settled('a')).toMatchObject({ settled: { result: 'a', resultBytes: half } });
    await settle('c', 1);
    expect(await settled('a')).toEqual({ state: 'settled', settled: { outcome: 'completed' } });
    expect(await settled('b')).toMatchObject({ settled: { result: 'b' } });
    await settle('d', half - 1);
    expect(await settled('b')).toMatchObject({ settled: { result: 'b' } });
    await settle('e', 1);
    expect(await settled('b')).toEqual({ state: 'settled', settled: { outcome: 'completed' } });
    expect(await settled('e')).toMatchObject({ settled: { result: 'e' } });
  });

  it('no more than 10,000 finished proposals, but every no that is in force', async () => {
    const { store, proposal, clock } = kept();
    const put = (number: number, ttlMs: number) =>
      store.openPending(
        proposal({ args: [number], principal: `mind:m${number % 500}` as const, ttlMs }),
      ) as Pending;
    const declined = put(0, HOUR);
    await store.decide(declined.id, declined.disclosure.digest, { state: 'declined', by: 'olga' });
    for (let number = 1; number < 10_010; number += 1) {
      const { id } = put(number, 60_000);
      await store.decide(id, undefined, { state: 'withdrawn', by: 'person:ada' });
    }
    const rows = await store.listPending();
    expect(rows.length).toBeGreaterThan(9_000);
    expect(rows.length).toBeLessThanOrEqual(10_001);
    expect(put(0, HOUR)).toMatchObject({ id: declined.id, state: 'declined' });
    clock.advance(26 * HOUR);
    put(1, 60_000);
    expect(await store.listPending()).toHaveLength(1);
  });

  it('no more than 10,000 grants that ended, but every one that is live', async () => {
    const { store, intent, clock } = kept();
    const give = (lastsMs: number): Grant =>
      store.addGrant({
        id: intent().id,
        holder: 'person:ada',
        giver: 'olga',
        contracts: [],
        scope: { capability: 'fixture.touch@1', args: {}, access: 'write' },
        source: { kind: 'operator' },
        startsInMs: 0,
        lastsMs,
      }) as Grant;
    const live = give(HOUR);
    const first = give(60_000);
    for (let number = 2; number < 10_000; number += 1) give(60_000);
    clock.advance(60_000);
    expect((await store.sweep()).grants).toHaveLength(9_999);
    give(HOUR);
    expect(await store.listGrants()).toHaveLength(10_000);
    expect(await store.findGrant(first.id)).toBe(undefined);
    expect(await store.findGrant(live.id)).toMatchObject({ state: 'live' });
  });

  it('the last thousand revisions of the rules', async () => {
    const { store } = kept();
    for (let from = 0; from < 1_001; from += 1)
      await store.changePolicy(from, [{ id: `r${from}` }]);
    expect(await store.policyRevision()).toBe(1_001);
    expect(await store.policy(1)).toBe(undefined);
    expect(await store.policy(2)).toEqual({ revision: 2, rules: [{ id: 'r1' }] });
    expect(await store.policy()).toEqual({ revision: 1_001, rules: [{ id: 'r1000' }] });
  });

  it('the counts of the turns that were active last', async () => {
    const { store, intent } = kept();
    await store.begin(intent({ turn: 'turn:first', maxPerTurn: 1 }));
    await store.begin(intent({ turn: 'turn:busy' }));
    for (let turn = 0; turn < 99_999; turn += 1) {
      if (turn === 99_000) await store.countTurn('turn:busy', 'fixture.touch');
      await store.countTurn(`turn:${turn}`, 'fixture.touch');
    }
    expect(await store.turnCount('turn:busy', 'fixture.touch')).toBe(2);
    expect(await store.turnCount('turn:99998', 'fixture.touch')).toBe(1);
    expect(await store.turnCount('turn:first', 'fixture.touch')).toBe(0);
  });

  it('time by the clock of the machine unless it is given one', async () => {
    const before = Date.now();
    const now = await memoryStore().now();
    expect(Math.abs(now - before)).toBeLessThan(60_000);
  });

  it('nothing for another store', async () => {
    const { store, open } = kept();
    const { id } = await open();
    expect(await memoryStore().findPending(id)).toBe(undefined);
    expect((await store.findPending(id))?.id).toBe(id);
    expect(Object.isFrozen(store)).toBe(true);
  });

  it('each step whole: nothing it does waits for anything', () => {
    const { store, proposal, intent } = kept();
    const opened = store.openPending(proposal()) as Pending;
    const steps: readonly (readonly [keyof DoorStore, unknown])[] = [
      ['now', store.now()],
      ['openPending', opened],
      ['findPending', store.findPending(opened.id)],
      ['listPending', store.listPending()],
      [
        'decide',
        store.decide(opened.id, opened.disclosure.digest, {
          state: 'approved',
          by: 'olga',
          ttlMs: HOUR,
        }),
      ],
      ['mint', store.mint(opened.id, 'hash', HOUR)],
      ['findByToken', store.findByToken('hash')],
      ['begin', store.begin(intent({ tokenHash: 'hash', fingerprint: opened.fingerprint }))],
      ['overdue', store.overdue()],
      ['sweep', store.sweep()],
      ['recorded', store.recorded('person:ada', 'k', 'f')],
      ['turnCount', store.turnCount('turn:1', 'fixture.touch')],
    ];
    expect(steps.filter(([, answer]) => answer === undefined || answer instanceof Promise)).toEqual(
      [],
    );
  });
});
