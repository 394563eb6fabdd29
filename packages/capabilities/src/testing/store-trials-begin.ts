import type { Principal } from '../contract/caller.js';
import type { Begun, Intent, Recorded } from '../store/intent-steps.js';
import { claim, same, sameTime } from './claims.js';
import { terminalEvent } from './store-fixtures.js';
import { closeOverdue, race, type Scene, type StoreTrial } from './store-scene.js';

/** What a store must do with tokens, turns, keys and intents. */
export const BEGIN_TRIALS: readonly StoreTrial[] = [
  { title: 'mints a token for what is approved and for nothing else', trial: mints },
  { title: 'a fresh token kills the last', trial: killsTheLast },
  { title: 'of many tokens minted at once, exactly one lives', trial: hasOneToken },
  { title: 'a token ends when it should, and never outlives its approval', trial: tokenEnds },
  {
    title: 'a token serves what was asked and what it was changed to, and burns for nothing else',
    trial: serves,
  },
  { title: 'begins all or nothing, for every mix of token, turn and key', trial: isAllOrNone },
  { title: 'of many who begin with one token at once, exactly one does', trial: burnsOnce },
  { title: 'a turn’s limit is never overshot when many begin at once', trial: neverOvershoots },
  { title: 'of many who begin under one key at once, exactly one does', trial: hasOneKey },
  { title: 'counts for each turn and capability apart, whoever counts', trial: counts },
  {
    title: 'answers for a key what became of its attempt, to the same request alone',
    trial: records,
  },
  { title: 'remembers every kind of end under its key', trial: remembers },
  { title: 'an intent ends once, when many end it at once', trial: endsOnce },
  {
    title:
      'of many ends with an event exactly one counts; with a sink, its event alone is on record',
    trial: endsOnRecord,
  },
  { title: 'closes what is overdue, each for exactly one of many callers', trial: closes },
];

const REFUSED: Begun = { ok: false, code: 'confirmation_refused' };

async function mints(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const open = await scene.open({ args: ['open'] });
  same(await store.mint(open.id, 'a', unit), undefined, 'a token for what is open');
  same(await store.findByToken('a'), undefined, 'what is found by it');
  const approved = await scene.approve({ args: ['approved'] });
  const before = await store.now();
  const until = await store.mint(approved.id, 'b', unit);
  sameTime(until, before + unit, (await store.now()) + unit, 'when the token ends');
  same(await store.findByToken('b'), approved, 'what is found by a token');
  same(await store.findByToken('B'), undefined, 'what is found by another');
  same(await scene.find(approved.id), approved, 'what was approved');
}

async function killsTheLast(scene: Scene): Promise<void> {
  const { id, fingerprint } = await scene.approve();
  const first = await scene.mint(id);
  const second = await scene.mint(id);
  same(await scene.store.findByToken(first), undefined, 'what is found by the first');
  same(await scene.begin({ tokenHash: first, fingerprint }), REFUSED, 'beginning with the first');
  same((await scene.store.findByToken(second))?.id, id, 'what is found by the second');
  same(
    await scene.begin({ tokenHash: second, fingerprint }),
    { ok: true },
    'beginning with the second',
  );
}

async function hasOneToken(scene: Scene): Promise<void> {
  const { id } = await scene.approve();
  const hashes = Array.from({ length: 20 }, (_, racer) => `hash-${racer}`);
  await race(scene, 20, (store, racer) => store.mint(id, hashes[racer] ?? '', scene.unit));
  const found = await Promise.all(hashes.map(async (hash) => scene.store.findByToken(hash)));
  same(
    found.filter((pending) => pending !== undefined).length,
    1,
    'the number of tokens that live',
  );
}

async function tokenEnds(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const short = await scene.approve({ args: ['short'], approvalMs: 20 * unit });
  const tokenHash = await scene.mint(short.id, 2 * unit);
  await scene.advance(unit);
  same((await store.findByToken(tokenHash))?.id, short.id, 'what is found while it lives');
  await scene.advance(unit);
  same(await store.findByToken(tokenHash), undefined, 'what is found when it ended');
  same(
    await scene.begin({ tokenHash, fingerprint: short.fingerprint }),
    REFUSED,
    'beginning with it',
  );
  same((await scene.find(short.id))?.state, 'approved', 'what was approved');
  same(
    await scene.begin({ tokenHash: await scene.mint(short.id), fingerprint: short.fingerprint }),
    { ok: true },
    'beginning with a fresh one',
  );

  const long = await scene.approve({ args: ['long'], approvalMs: 2 * unit, ttlMs: unit });
  same(await store.mint(long.id, 'long', 9 * unit), long.approvedUntil, 'when a long token ends');
  await scene.advance(unit);
  same(
    (await store.findByToken('long'))?.id,
    long.id,
    'what is found when only the time to decide is over',
  );
  await scene.advance(unit);
  same(await store.findByToken('long'), undefined, 'what is found when the approval is over');
  same(
    await scene.begin({ tokenHash: 'long', fingerprint: long.fingerprint }),
    REFUSED,
    'beginning when it is over',
  );
  same(await store.mint(long.id, 'longer', unit), undefined, 'a token when it is over');
}

async function serves(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const asked = await scene.open({ args: ['first'] });
  const change = scene.change(asked, ['second']);
  await store.modify(asked.id, asked.disclosure.digest, change);
  await store.decide(asked.id, change.disclosure.digest, {
    state: 'approved',
    by: 'olga',
    ttlMs: 9 * unit,
  });
  const other = await scene.approve({ args: ['other'] });
  const tokenHash = await scene.mint(asked.id);
  for (const fingerprint of [other.fingerprint, '', asked.fingerprint.toUpperCase()])
    same(await scene.begin({ tokenHash, fingerprint }), REFUSED, 'beginning something else');
  same(await scene.begin({ tokenHash }), REFUSED, 'beginning nothing in particular');
  same(
    (await store.findByToken(tokenHash))?.state,
    'approved',
    'what is found by a token that was misused',
  );
  same(
    await scene.begin({ tokenHash, fingerprint: asked.fingerprint }),
    { ok: true },
    'beginning what was asked',
  );
  same((await scene.find(asked.id))?.state, 'spent', 'what was approved');
  same(
    await scene.begin({ tokenHash, fingerprint: asked.fingerprint }),
    REFUSED,
    'beginning again',
  );

  const changed = await scene.open({ args: ['third'] });
  const again = scene.change(changed, ['fourth']);
  await store.modify(changed.id, changed.disclosure.digest, again);
  await store.decide(changed.id, again.disclosure.digest, {
    state: 'approved',
    by: 'olga',
    ttlMs: 9 * unit,
  });
  const second = await scene.mint(changed.id);
  same(
    await scene.begin({ tokenHash: second, fingerprint: again.fingerprint }),
    { ok: true },
    'beginning what it was changed to',
  );
}

/** One way of claiming something: whether it can be had, and what refuses it when not. */
interface Way {
  readonly claims: Partial<Intent>;
  readonly refusal?: string;
}

async function isAllOrNone(scene: Scene): Promise<void> {
  const { store } = scene;
  await scene.begin({ turn: 'turn:full', maxPerTurn: 1 });
  await scene.begin({ key: 'taken', fingerprint: 'elsewhere' });
  const turns: readonly Way[] = [
    { claims: {} },
    { claims: { turn: 'turn:free' } },
    { claims: { turn: 'turn:full', maxPerTurn: 1 }, refusal: 'turn_limit' },
  ];
  const keys: readonly Way[] = [
    { claims: {} },
    { claims: { key: 'free' } },
    { claims: { key: 'taken' }, refusal: 'key_conflict' },
  ];
  let mix = 0;
  for (const turn of turns)
    for (const key of keys)
      for (const token of ['none', 'good', 'bad'] as const) {
        mix += 1;
        const { id, fingerprint } = await scene.approve({ args: [mix] });
        const hash = await scene.mint(id);
        const claims: Partial<Intent> = {
          ...turn.claims,
          ...key.claims,
          ...(key.claims.key === 'free' && { key: `free-${mix}` }),
          ...(token !== 'none' && {
            tokenHash: hash,
            fingerprint: token === 'good' ? fingerprint : 'another',
          }),
        };
        const refusals = [
          turn.refusal,
          key.refusal,
          token === 'bad' ? 'confirmation_refused' : undefined,
        ].filter(Boolean);
        const look = async (): Promise<unknown[]> => [
          (await scene.find(id))?.state,
          (await store.findByToken(hash))?.id,
          await store.turnCount('turn:free', 'fixture.touch'),
          await store.turnCount('turn:full', 'fixture.touch'),
          (await store.recorded('person:ada', `free-${mix}`, claims.fingerprint ?? '')).state,
          (await store.recorded('person:ada', 'taken', 'elsewhere')).state,
        ];
        const before = await look();
        const intent = scene.intent(claims);
        const begun = await store.begin(intent);
        const mixed = JSON.stringify([turn, key, token]);
        if (refusals.length > 0) {
          claim(
            !begun.ok && refusals.includes(begun.code),
            `${mixed} did not refuse with one of ${refusals.join()}`,
          );
          same(await look(), before, `what a refused ${mixed} left behind`);
          same(
            await store.end(intent.id, { outcome: 'completed' }),
            false,
            `ending what never began for ${mixed}`,
          );
        } else {
          same(begun, { ok: true }, mixed);
          same(
            await look(),
            [
              token === 'good' ? 'spent' : before[0],
              token === 'good' ? undefined : before[1],
              Number(before[2]) + (turn.claims.turn === undefined ? 0 : 1),
              before[3],
              key.claims.key === undefined ? 'unseen' : 'running',
              before[5],
            ],
            `what ${mixed} left behind`,
          );
          same(
            await store.end(intent.id, { outcome: 'completed' }),
            true,
            `ending what began for ${mixed}`,
          );
        }
      }
}

const begunBy = (begun: readonly Begun[]): number => begun.filter(({ ok }) => ok).length;

async function burnsOnce(scene: Scene): Promise<void> {
  const { id, fingerprint } = await scene.approve();
  const tokenHash = await scene.mint(id);
  const intents = Array.from({ length: 50 }, () =>
    scene.intent({ tokenHash, fingerprint, turn: 'turn:1' }),
  );
  const begun = await race(scene, 50, (store, racer) =>
    store.begin(intents[racer] ?? scene.intent()),
  );
  same(begunBy(begun), 1, 'the number of those who began');
  for (const one of begun) if (!one.ok) same(one, REFUSED, 'the answer to the others');
  same(await scene.store.turnCount('turn:1', 'fixture.touch'), 1, 'how often it ran');
  same((await scene.find(id))?.state, 'spent', 'what was approved');
}

async function neverOvershoots(scene: Scene): Promise<void> {
  const intents = Array.from({ length: 20 }, () => scene.intent({ turn: 'turn:1', maxPerTurn: 3 }));
  const begun = await race(scene, 20, (store, racer) =>
    store.begin(intents[racer] ?? scene.intent()),
  );
  same(begunBy(begun), 3, 'the number of those who began');
  for (const one of begun) if (!one.ok) same(one.code, 'turn_limit', 'the answer to the others');
  same(await scene.store.turnCount('turn:1', 'fixture.touch'), 3, 'how often it ran');
}

async function hasOneKey(scene: Scene): Promise<void> {
  const intents = Array.from({ length: 20 }, () =>
    scene.intent({ key: 'one', fingerprint: 'f', turn: 'turn:1' }),
  );
  const begun = await race(scene, 20, (store, racer) =>
    store.begin(intents[racer] ?? scene.intent()),
  );
  same(begunBy(begun), 1, 'the number of those who began');
  for (const one of begun) if (!one.ok) same(one.code, 'key_conflict', 'the answer to the others');
  same(await scene.store.turnCount('turn:1', 'fixture.touch'), 1, 'how often it ran');
}

async function counts(scene: Scene): Promise<void> {
  const { store } = scene;
  await scene.begin({ turn: 'turn:1' });
  await store.countTurn('turn:1', 'fixture.touch');
  await scene.begin({ turn: 'turn:1', capability: 'fixture.look' });
  await scene.begin({ turn: 'turn:2' });
  await scene.begin({});
  const asked = [
    ['turn:1', 'fixture.touch', 2],
    ['turn:1', 'fixture.look', 1],
    ['turn:2', 'fixture.touch', 1],
    ['turn:2', 'fixture.look', 0],
    ['turn:', 'fixture.touch', 0],
  ] as const;
  for (const [turn, capability, count] of asked)
    same(await store.turnCount(turn, capability), count, `how often ${capability} ran in ${turn}`);
  same(
    await scene.begin({ turn: 'turn:1', maxPerTurn: 2 }),
    { ok: false, code: 'turn_limit' },
    'a third of two',
  );
  same(await scene.begin({ turn: 'turn:1', maxPerTurn: 3 }), { ok: true }, 'a third of three');
  await race(scene, 20, (peer) => peer.countTurn('turn:3', 'fixture.touch'));
  same(await store.turnCount('turn:3', 'fixture.touch'), 20, 'how often many counted at once');
}

async function records(scene: Scene): Promise<void> {
  const { store } = scene;
  const recorded = async (
    principal: Principal,
    key: string,
    fingerprint: string,
  ): Promise<Recorded> => store.recorded(principal, key, fingerprint);
  const intent = scene.intent({ key: 'k', fingerprint: 'f' });
  same(await recorded('person:ada', 'k', 'f'), { state: 'unseen' }, 'before');
  await store.begin(intent);
  same(await recorded('person:ada', 'k', 'f'), { state: 'running' }, 'while it runs');
  same(
    await recorded('person:ada', 'k', 'g'),
    { state: 'conflict' },
    'another request while it runs',
  );
  await store.end(intent.id, { outcome: 'completed', result: { ok: true }, resultBytes: 11 });
  const settled = { outcome: 'completed', result: { ok: true }, resultBytes: 11 };
  same(await recorded('person:ada', 'k', 'f'), { state: 'settled', settled }, 'when it ended');
  same(
    await recorded('person:ada', 'k', 'g'),
    { state: 'conflict' },
    'another request when it ended',
  );
  same(await recorded('mind:muse', 'k', 'f'), { state: 'unseen' }, 'somebody else’s key');
  same(await recorded('person:ada', 'K', 'f'), { state: 'unseen' }, 'another key');
  same(
    await scene.begin({ key: 'k', fingerprint: 'f' }),
    { ok: false, code: 'key_conflict' },
    'beginning again',
  );
  same(
    await scene.begin({ key: 'k', fingerprint: 'f', principal: 'mind:muse' }),
    { ok: true },
    'somebody else beginning',
  );
}

async function remembers(scene: Scene): Promise<void> {
  const ends = [
    { outcome: 'completed', result: null, resultBytes: 4 },
    {
      outcome: 'completed',
      result: { note: 'a\u0000\u2028"\\é😀', list: [1, -1.5e-7, {}] },
      resultBytes: 60,
    },
    { outcome: 'completed' },
    { outcome: 'rejected', code: 'handler_failed', reason: 'auth_failed' },
    { outcome: 'unknown', code: 'timed_out' },
  ] as const;
  for (const [number, settled] of ends.entries()) {
    const intent = scene.intent({ key: `k${number}`, fingerprint: 'f' });
    await scene.store.begin(intent);
    same(await scene.store.end(intent.id, settled), true, 'ending it');
    same(
      await scene.store.recorded('person:ada', `k${number}`, 'f'),
      { state: 'settled', settled },
      'what is remembered',
    );
  }
}

async function endsOnce(scene: Scene): Promise<void> {
  const intent = scene.intent({ key: 'k', fingerprint: 'f' });
  await scene.store.begin(intent);
  const ended = await race(scene, 20, (store, racer) =>
    store.end(intent.id, { outcome: 'completed', resultBytes: racer }),
  );
  same(ended.filter(Boolean).length, 1, 'the number of those who ended it');
  const settled = { outcome: 'completed', resultBytes: ended.indexOf(true) };
  same(
    await scene.store.recorded('person:ada', 'k', 'f'),
    { state: 'settled', settled },
    'what is remembered',
  );
  same(await scene.store.end(intent.id, { outcome: 'unknown' }), false, 'ending it again');
}

async function endsOnRecord(scene: Scene): Promise<void> {
  const { store } = scene;
  const raced = scene.intent({ key: 'raced', fingerprint: 'f' });
  const bare = scene.intent();
  await store.begin(raced);
  await store.begin(bare);
  const ended = await race(scene, 20, (peer, racer) =>
    peer.end(
      raced.id,
      { outcome: 'completed', resultBytes: racer },
      terminalEvent(raced.id, racer),
    ),
  );
  same(ended.filter(Boolean).length, 1, 'the number of those who ended it');
  const resultBytes = ended.indexOf(true);
  same(
    await store.recorded('person:ada', 'raced', 'f'),
    { state: 'settled', settled: { outcome: 'completed', resultBytes } },
    'what is remembered',
  );
  same(await store.end(bare.id, { outcome: 'unknown' }), true, 'ending without an event');
  for (const { id } of [bare, scene.intent()])
    same(
      await store.end(id, { outcome: 'completed' }, terminalEvent(id, 1)),
      false,
      'ending what is not to be ended',
    );
  if (store.sink === undefined) return;
  const events: unknown[] = [];
  for await (const { kind, id, ...event } of store.sink.read())
    events.push([kind, id, 'result_bytes' in event ? event.result_bytes : undefined]);
  same(events, [['invocation', raced.id, resultBytes]], 'what is on record');
}

async function closes(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const intents = Array.from({ length: 10 }, (_, number) =>
    scene.intent({
      key: `k${number}`,
      fingerprint: 'f',
      mutating: number % 2 === 0,
      deadlineMs: 2 * unit,
    }),
  );
  for (const intent of intents) await store.begin(intent);
  const ended = scene.intent({ deadlineMs: 2 * unit });
  await store.begin(ended);
  await store.end(ended.id, { outcome: 'completed' });
  const later = scene.intent({ deadlineMs: 20 * unit });
  await store.begin(later);
  await scene.advance(unit);
  same(await store.overdue(), [], 'what is overdue too soon');
  await scene.advance(unit);
  const closed = (await race(scene, 10, closeOverdue)).flat();
  same(
    closed.map(({ id }) => id).sort(),
    intents.map(({ id }) => id).sort(),
    'what was closed, by all callers together',
  );
  for (const { id, key = '', capability, version, principal, mutating } of intents) {
    const told = closed.find((one) => one.id === id);
    const { ageMs = 0 } = told ?? {};
    same(told, { id, capability, version, principal, mutating, ageMs }, 'what its closer was told');
    claim(ageMs > 2 * unit - 1 && ageMs < 20 * unit, 'it was not begun that long ago');
    const settled = { outcome: mutating ? 'unknown' : 'rejected', code: 'worker_lost' };
    same(
      await store.recorded('person:ada', key, 'f'),
      { state: 'settled', settled },
      'what is remembered',
    );
    same(await store.end(id, { outcome: 'completed' }), false, 'ending it too late');
    same(
      await store.recorded('person:ada', key, 'f'),
      { state: 'settled', settled },
      'what is remembered then',
    );
  }
  same(await store.overdue(), [], 'what is overdue after that');
  same(await store.end(later.id, { outcome: 'completed' }), true, 'ending what was not overdue');
}
