import type { Grant, GrantState } from '../grants/grant.js';
import type { Begun } from '../store/intent-steps.js';
import { claim, same, sameTime } from './claims.js';
import { race, type Scene, type StoreTrial } from './store-scene.js';

/** What a store must do with grants. */
export const GRANT_TRIALS: readonly StoreTrial[] = [
  {
    title: 'S3-221 a grant is kept as it was given, lives for its time, and is of no use after it',
    trial: lives,
  },
  {
    title: 'S3-215 S3-216 of many uses at once of a counted grant, exactly so many are taken',
    trial: counts,
  },
  { title: 'S3-215 a grant without a count is used as often as one likes', trial: hasNoCount },
  {
    title: 'a grant serves its holder, from its start on, and while it lives',
    trial: servesItsHolder,
  },
  {
    title: 'S3-222 A46 of many who revoke a grant at once, one does; and nothing uses it then',
    trial: revokes,
  },
  { title: 'what has ended of a grant stays so, whatever is tried', trial: isFinal },
  { title: 'what is not begun takes nothing of a grant', trial: takesNothing },
  {
    title: 'what is refused for its grant takes no token, no turn and no key',
    trial: takesNothingElse,
  },
  { title: 'lists grants by holder and state, in the order they were given', trial: lists },
  {
    title: 'A45 a yes for a time gives its grant in the same step, and once; a no gives none',
    trial: givesWithAYes,
  },
  { title: 'S3-218 a sweep marks what has lapsed, and tells each to one of many', trial: sweeps },
  { title: 'leave for a grant is only ever taken away from what waits', trial: isOnlyTakenAway },
  { title: 'nothing that was handed in or out changes a grant that is kept', trial: isItsOwn },
];

const ENDED: Begun = { ok: false, code: 'grant_ended' };

type Named = Pick<Grant, 'id'>;

const stateOf = async (scene: Scene, { id }: Named): Promise<GrantState | undefined> =>
  (await scene.store.findGrant(id))?.state;

const usedOf = async (scene: Scene, { id }: Named): Promise<number | undefined> =>
  (await scene.store.findGrant(id))?.used;

const use = (scene: Scene, { id }: Named, principal: Grant['holder'] = 'person:ada') =>
  scene.begin({ grant: id, principal });

async function lives(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const wanted = scene.grant({ uses: 3, lastsMs: 2 * unit, source: { kind: 'request', id: 'r' } });
  const before = await store.now();
  const grant = await store.addGrant(wanted);
  const { startsInMs: _in, lastsMs: _lasts, ...given } = wanted;
  const { createdAt, startsAt, expiresAt, ...rest } = grant;
  same(rest, { ...given, state: 'live', used: 0 }, 'the grant');
  sameTime(createdAt, before, await store.now(), 'when it was given');
  sameTime(startsAt, createdAt, createdAt, 'when it starts');
  sameTime(expiresAt, startsAt + 2 * unit, startsAt + 2 * unit, 'when it ends');
  same(await store.findGrant(grant.id), grant, 'what is found');
  for (const id of ['*', '', '__proto__', 'constructor', "' or 1=1 --"])
    same(await store.findGrant(id), undefined, 'what is found under no id');
  await scene.advance(unit);
  same(await stateOf(scene, grant), 'live', 'its state before its time is over');
  await scene.advance(unit);
  same(await use(scene, grant), ENDED, 'using it when its time is over');
  same(await stateOf(scene, grant), 'lapsed', 'its state then');
  same(await store.listGrants({ states: ['live'] }), [], 'what is live then');
  same(await store.listGrants({ states: ['lapsed'] }), [await store.findGrant(grant.id)], 'lapsed');
}

async function counts(scene: Scene): Promise<void> {
  const grant = await scene.store.addGrant(scene.grant({ uses: 7 }));
  const intents = Array.from({ length: 20 }, () => scene.intent({ grant: grant.id }));
  const begun = await race(scene, 20, (store, racer) =>
    store.begin(intents[racer] ?? scene.intent()),
  );
  same(begun.filter(({ ok }) => ok).length, 7, 'how many were begun');
  for (const one of begun) if (!one.ok) same(one, ENDED, 'the answer to the others');
  same(
    begun.filter((one) => one.ok && one.grantSpent === true).length,
    1,
    'how many are told that they took the last use',
  );
  same(await stateOf(scene, grant), 'spent', 'its state');
  same(await usedOf(scene, grant), 7, 'how often it was used');
  same(await use(scene, grant), ENDED, 'using it again');
}

async function hasNoCount(scene: Scene): Promise<void> {
  const grant = await scene.store.addGrant(scene.grant());
  const intents = Array.from({ length: 20 }, () => scene.intent({ grant: grant.id }));
  const begun = await race(scene, 20, (store, racer) =>
    store.begin(intents[racer] ?? scene.intent()),
  );
  for (const one of begun) same(one, { ok: true }, 'the answer to each');
  same(await stateOf(scene, grant), 'live', 'its state');
  same(await usedOf(scene, grant), 20, 'how often it was used');
}

async function servesItsHolder(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const grant = await store.addGrant(scene.grant({ startsInMs: 2 * unit }));
  same(await use(scene, grant), ENDED, 'using it before it starts');
  same(await stateOf(scene, grant), 'live', 'its state before it starts');
  await scene.advance(2 * unit);
  same(await use(scene, grant, 'person:bob'), ENDED, 'using another’s');
  for (const id of ['none', '']) same(await use(scene, { id }), ENDED, 'using none');
  same(await use(scene, grant), { ok: true }, 'using it');
  same(await usedOf(scene, grant), 1, 'how often it was used');
}

async function revokes(scene: Scene): Promise<void> {
  const { store } = scene;
  const grant = await store.addGrant(scene.grant());
  const revoked = await race(scene, 10, (peer, racer) => peer.revokeGrant(grant.id, `o${racer}`));
  const winners = revoked.filter(({ changed }) => changed);
  same(winners.length, 1, 'how many revoked it');
  const by = `o${revoked.findIndex(({ changed }) => changed)}`;
  same(
    winners[0]?.grant,
    { ...grant, state: 'revoked', revokedBy: by },
    'what its revoker is told',
  );
  for (const one of revoked) same(one.grant, winners[0]?.grant, 'how it stands for each of them');
  same(await store.findGrant(grant.id), winners[0]?.grant, 'how it stands');
  same(await use(scene, grant), ENDED, 'using it');
  same(await store.revokeGrant('none', 'olga'), { changed: false }, 'revoking none');
}

async function isFinal(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const spent = await store.addGrant(scene.grant({ uses: 1 }));
  await use(scene, spent);
  const revoked = await store.addGrant(scene.grant({ lastsMs: 2 * unit }));
  await store.revokeGrant(revoked.id, 'olga');
  const lapsed = await store.addGrant(scene.grant({ lastsMs: unit }));
  await scene.advance(2 * unit);
  for (const [grant, state] of [
    [spent, 'spent'],
    [revoked, 'revoked'],
    [lapsed, 'lapsed'],
  ] as const) {
    const stands = await store.findGrant(grant.id);
    same(stands?.state, state, 'its state');
    same((await store.revokeGrant(grant.id, 'bob')).changed, false, `revoking what was ${state}`);
    same(await use(scene, grant), ENDED, `using what was ${state}`);
    await store.sweep();
    same(await store.findGrant(grant.id), stands, `what was ${state}`);
  }
}

async function takesNothing(scene: Scene): Promise<void> {
  const grant = await scene.store.addGrant(scene.grant({ uses: 1 }));
  await scene.begin({ turn: 'turn:1', maxPerTurn: 1 });
  same(
    await scene.begin({ grant: grant.id, turn: 'turn:1', maxPerTurn: 1 }),
    { ok: false, code: 'turn_limit' },
    'beginning beyond the turn’s limit',
  );
  await scene.begin({ key: 'k', fingerprint: 'f' });
  same(
    await scene.begin({ grant: grant.id, key: 'k', fingerprint: 'g' }),
    { ok: false, code: 'key_conflict' },
    'beginning under a key that is taken',
  );
  same(
    await scene.begin({ grant: grant.id, tokenHash: 'none', fingerprint: 'f' }),
    { ok: false, code: 'confirmation_refused' },
    'beginning with a token that is none',
  );
  same(await usedOf(scene, grant), 0, 'how often it was used');
  same(await stateOf(scene, grant), 'live', 'its state');
}

async function takesNothingElse(scene: Scene): Promise<void> {
  const { store } = scene;
  const grant = await store.addGrant(scene.grant());
  await store.revokeGrant(grant.id, 'olga');
  const { id, fingerprint } = await scene.approve();
  const tokenHash = await scene.mint(id);
  const claims = { grant: grant.id, tokenHash, fingerprint, turn: 'turn:1', key: 'k' };
  const intent = scene.intent(claims);
  same(await store.begin(intent), ENDED, 'beginning with everything but a grant');
  same((await store.findByToken(tokenHash))?.id, id, 'what is found by the token');
  same(await store.turnCount('turn:1', 'fixture.touch'), 0, 'how often it ran in the turn');
  same(
    await store.recorded('person:ada', 'k', fingerprint),
    { state: 'unseen' },
    'what is under the key',
  );
  same(await store.end(intent.id, { outcome: 'completed' }), false, 'ending what never began');
}

async function lists(scene: Scene): Promise<void> {
  const { store } = scene;
  const holders = ['person:ada', 'mind:muse', 'person:ada', 'person:ada', 'mind:muse'] as const;
  const given: Grant[] = [];
  // The order of their ids is not the order in which they are given.
  const wanted = holders.map((holder) => scene.grant({ holder })).reverse();
  for (const grant of wanted) given.push(await store.addGrant(grant));
  const [first] = given;
  await store.revokeGrant(first?.id ?? '', 'olga');
  const ids = given.map(({ id }) => id);
  const listed = async (filter?: Parameters<typeof store.listGrants>[0]) =>
    (await store.listGrants(filter)).map(({ id }) => id);
  const those = (holder: string) =>
    given.filter((one) => one.holder === holder).map(({ id }) => id);
  same(await listed(), ids, 'all');
  same(await listed({}), ids, 'all, by an empty filter');
  same(await listed({ holder: 'person:ada' }), those('person:ada'), 'those of one holder');
  same(await listed({ states: ['live'] }), ids.slice(1), 'those that are live');
  same(
    await listed({ holder: 'mind:muse', states: ['live'] }),
    those('mind:muse').filter((id) => id !== first?.id),
    'both',
  );
  same(await listed({ states: [] }), [], 'those in no state');
  same(await listed({ holder: 'person:a' }), [], 'those of nobody');
}

async function givesWithAYes(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const { id, disclosure } = await scene.open();
  const wanted = Array.from({ length: 10 }, () =>
    scene.grant({ source: { kind: 'approval', id }, uses: 2 }),
  );
  const answerOf = (grant: (typeof wanted)[number] | undefined) =>
    grant === undefined
      ? ({ state: 'declined', by: 'olga' } as const)
      : ({ state: 'approved', by: 'olga', ttlMs: unit, grant } as const);
  same(
    await store.decide(id, 'what was never shown', answerOf(wanted[0])),
    { changed: false, pending: await scene.find(id) },
    'a yes to something else',
  );
  const decided = await race(scene, 10, (peer, racer) =>
    peer.decide(id, disclosure.digest, answerOf(racer % 3 === 1 ? undefined : wanted[racer])),
  );
  const winner = decided.find(({ changed }) => changed);
  const given = decided.flatMap((one) => one.grant ?? []);
  const isYes = winner?.pending?.state === 'approved';
  same(given.length, isYes ? 1 : 0, 'how many grants all were told of');
  same(winner?.grant, given[0], 'the grant of the one who decided');
  same(await store.listGrants(), given, 'the grants there are');
  for (const grant of given) same(await use(scene, grant), { ok: true }, 'using it');
}

async function sweeps(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const lapsing: Grant[] = [];
  for (let count = 0; count < 5; count += 1)
    lapsing.push(await store.addGrant(scene.grant({ lastsMs: unit })));
  const lasting = await store.addGrant(scene.grant());
  await scene.advance(unit);
  // That somebody looked in between must not keep the sweep from telling.
  for (const grant of lapsing)
    same(await stateOf(scene, grant), 'lapsed', 'how it reads before the sweep');
  const told = (await race(scene, 10, (peer) => peer.sweep())).flatMap(({ grants }) => grants);
  const expected = lapsing.map((grant) => ({ ...grant, state: 'lapsed' }));
  const sorted = (grants: readonly Named[]) => [...grants].sort((a, b) => (a.id < b.id ? -1 : 1));
  same(sorted(told), sorted(expected), 'what all were told');
  same((await store.sweep()).grants, [], 'what the next sweep tells');
  same(await store.findGrant(lasting.id), lasting, 'the one that lasts');
}

async function isOnlyTakenAway(scene: Scene): Promise<void> {
  const first = await scene.open({ args: ['x'] });
  same(first.grantable, true, 'at first');
  same(
    (await scene.open({ args: ['x'], grantable: false })).grantable,
    false,
    'when it is asked without',
  );
  same((await scene.open({ args: ['x'] })).grantable, false, 'when it is asked with it again');
  same((await scene.find(first.id))?.grantable, false, 'what is kept');
  const without = await scene.open({ args: ['y'], grantable: false });
  same((await scene.open({ args: ['y'] })).grantable, false, 'one that never had it');
  same((await scene.find(without.id))?.grantable, false, 'what is kept of it');
}

async function isItsOwn(scene: Scene): Promise<void> {
  const { store } = scene;
  const wanted = scene.grant({ uses: 1 });
  const grant = await store.addGrant(wanted);
  const kept = JSON.stringify(await store.findGrant(grant.id));
  for (const one of [
    wanted,
    grant,
    await store.findGrant(grant.id),
    ...(await store.listGrants()),
  ]) {
    claim(one !== undefined, 'a grant that was given cannot be found');
    Reflect.set(one, 'uses', 1_000);
    Reflect.set(one.scope, 'access', 'read');
    Reflect.set((one.scope.args as { readonly note: unknown[] }).note, 0, 'changed later');
  }
  same(JSON.stringify(await store.findGrant(grant.id)), kept, 'what is kept');
}
