import { claim, same } from './claims.js';
import { closeOverdue, race, type Scene, type StoreTrial } from './store-scene.js';

/** What a store must do about time. */
export const TIME_TRIALS: readonly StoreTrial[] = [
  { title: 'its time goes on and never goes back', trial: goesOn },
  {
    title: 'a proposal, an approval and an intent end when their time is over, and not before',
    trial: ends,
  },
  {
    title: 'A10 A19 a sweep ends what waits and whose time is over, and tells it to one of many',
    trial: sweeps,
  },
  { title: 'a sweep leaves what is in force, and what is overdue', trial: leaves },
  { title: 'a clock that is set back prolongs nothing', needs: 'setBack', trial: prolongsNothing },
  { title: 'a clock that is set back revives nothing', needs: 'setBack', trial: revivesNothing },
];

async function goesOn(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const before = await store.now();
  claim(Number.isFinite(before) && before > 0, 'it does not say what time it is');
  await scene.advance(unit);
  const after = await store.now();
  claim(after >= before + unit, 'its time does not go on');
  await scene.setBack?.(5 * unit);
  claim((await store.now()) >= after, 'its time went back');
}

async function ends(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const pending = await scene.open({ args: ['open'], ttlMs: 2 * unit });
  const approved = await scene.approve({ args: ['approved'], approvalMs: 2 * unit });
  const intent = scene.intent({ deadlineMs: 2 * unit });
  await store.begin(intent);
  await scene.advance(unit);
  same((await scene.find(pending.id))?.state, 'open', 'a proposal before its time is over');
  same((await scene.find(approved.id))?.state, 'approved', 'an approval before its time is over');
  same(await store.overdue(), [], 'what is overdue before its time is over');
  await scene.advance(unit);
  same((await scene.find(pending.id))?.state, 'expired', 'a proposal when its time is over');
  same((await scene.find(approved.id))?.state, 'expired', 'an approval when its time is over');
  same((await store.listPending({ states: ['open', 'approved'] })).length, 0, 'what still waits');
  same(
    (await closeOverdue(store)).map(({ id }) => id),
    [intent.id],
    'what is overdue',
  );
}

async function sweeps(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const waiting = await scene.open({ args: ['waits'], ttlMs: unit });
  const approved = await scene.approve({ args: ['approved'], approvalMs: unit });
  const tokenHash = await scene.mint(approved.id);
  const lasting = await scene.open({ args: ['lasts'] });
  const withdrawn = await scene.open({ args: ['withdrawn'], ttlMs: unit });
  await store.revoke(withdrawn.id);
  const request = await store.openRequest(scene.request({ ttlMs: unit }));
  claim(request !== 'too_many_requests', 'a first request was one too many');
  await scene.advance(unit);
  const rows = [waiting, approved, lasting, withdrawn];
  const states = async () => Promise.all(rows.map(async ({ id }) => (await scene.find(id))?.state));
  const expected = ['expired', 'expired', 'open', 'withdrawn'];
  same(await states(), expected, 'how the proposals read before the sweep');
  const told = await race(scene, 10, (peer) => peer.sweep());
  const ids = (of: 'pending' | 'requests'): readonly string[] =>
    told.flatMap((one) => one[of]).toSorted();
  same(ids('pending'), [waiting.id, approved.id].toSorted(), 'the proposals all were told of');
  same(ids('requests'), [request.id], 'the requests all were told of');
  same(
    told.some(({ clockMovedBack }) => clockMovedBack),
    false,
    'whether a clock was set back',
  );
  same(await states(), expected, 'how the proposals stand');
  same(await store.findByToken(tokenHash), undefined, 'what is found by the token');
  same((await store.findRequest(request.id))?.state, 'expired', 'how the request stands');
  same(
    await store.sweep(),
    { pending: [], requests: [], grants: [], clockMovedBack: false },
    'what a second sweep tells',
  );
}

async function leaves(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const approved = await scene.approve();
  const tokenHash = await scene.mint(approved.id);
  const declined = await scene.open({ args: ['declined'] });
  await store.decide(declined.id, undefined, { state: 'withdrawn', by: 'person:ada' });
  const grant = await store.addGrant(scene.grant({ uses: 2 }));
  await scene.begin({ grant: grant.id, turn: 'turn:1' });
  const request = await store.openRequest(scene.request());
  const settled = scene.intent({ key: 'settled', fingerprint: 'f' });
  await store.begin(settled);
  await store.end(settled.id, { outcome: 'completed', result: [7], resultBytes: 3 });
  const lost = scene.intent({ key: 'lost', fingerprint: 'f', deadlineMs: unit });
  await store.begin(lost);
  const rules = await store.policy();
  await scene.advance(unit);
  const look = async (): Promise<unknown> => [
    await store.listPending(),
    (await store.findByToken(tokenHash))?.id,
    await store.listGrants(),
    await store.listRequests(),
    await store.turnCount('turn:1', 'fixture.touch'),
    await store.recorded('person:ada', 'settled', 'f'),
    await store.recorded('person:ada', 'lost', 'f'),
    (await store.overdue()).map(({ id }) => id),
    [await store.policyRevision(), await store.policy()],
  ];
  const before = await look();
  await race(scene, 5, (peer) => peer.sweep());
  same(await look(), before, 'what there is after a sweep');
  same(
    (await store.findRequest((request as { readonly id: string }).id))?.state,
    'open',
    'a request',
  );
  same(await store.policy(), rules, 'the rules');
  same(
    await scene.begin({ tokenHash, fingerprint: approved.fingerprint }),
    { ok: true },
    'beginning with the token',
  );
  same(await store.end(lost.id, { outcome: 'unknown' }), true, 'ending what was overdue');
}

async function prolongsNothing(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const pending = await scene.open({ args: ['open'], ttlMs: 2 * unit });
  const approved = await scene.approve({ args: ['approved'], approvalMs: 2 * unit });
  const used = await scene.approve({ args: ['used'], approvalMs: 9 * unit });
  const tokenHash = await scene.mint(used.id, 2 * unit);
  const intent = scene.intent({ deadlineMs: 2 * unit });
  await store.begin(intent);
  const grant = await store.addGrant(scene.grant({ lastsMs: 2 * unit }));
  await store.openRequest(scene.request({ ttlMs: 2 * unit }));
  await scene.advance(unit);
  await scene.setBack?.(5 * unit);
  await scene.advance(unit);
  same((await store.findGrant(grant.id))?.state, 'lapsed', 'a grant');
  same(
    await scene.begin({ grant: grant.id }),
    { ok: false, code: 'grant_ended' },
    'beginning under it',
  );
  same(await store.listRequests({ states: ['open'] }), [], 'the requests that wait');
  same((await scene.find(pending.id))?.state, 'expired', 'a proposal');
  same((await scene.find(approved.id))?.state, 'expired', 'an approval');
  same(await store.findByToken(tokenHash), undefined, 'what is found by a token');
  same(
    await scene.begin({ tokenHash, fingerprint: used.fingerprint }),
    { ok: false, code: 'confirmation_refused' },
    'beginning with it',
  );
  same(
    (await closeOverdue(store)).map(({ id }) => id),
    [intent.id],
    'what is overdue',
  );
}

async function revivesNothing(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const pending = await scene.open({ args: ['open'], ttlMs: unit });
  const approved = await scene.approve({ args: ['approved'], approvalMs: unit });
  const tokenHash = await scene.mint(approved.id, unit);
  const intent = scene.intent({ deadlineMs: unit, key: 'k', fingerprint: 'f' });
  await store.begin(intent);
  const grant = await store.addGrant(scene.grant({ lastsMs: unit }));
  await store.openRequest(scene.request({ ttlMs: unit }));
  await scene.advance(unit);
  // Whether anybody looked in between must not matter, so nobody does.
  await scene.setBack?.(9 * unit);
  same((await store.findGrant(grant.id))?.state, 'lapsed', 'a grant');
  same(await store.listRequests({ states: ['open'] }), [], 'the requests that wait');
  same((await scene.find(pending.id))?.state, 'expired', 'a proposal');
  same((await scene.find(approved.id))?.state, 'expired', 'an approval');
  same(await store.findByToken(tokenHash), undefined, 'what is found by a token');
  same(
    (await closeOverdue(store)).map(({ id }) => id),
    [intent.id],
    'what is overdue',
  );
  same((await store.recorded('person:ada', 'k', 'f')).state, 'settled', 'what is remembered');
}
