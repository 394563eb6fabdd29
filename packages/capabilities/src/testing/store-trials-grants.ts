import type { CapabilityRequest, NewRequest } from '../grants/capability-request.js';
import type { Grant, NewGrant } from '../grants/grant.js';
import { sha256Hex } from '../internal/sha256.js';
import { claim, same } from './claims.js';
import { race, type Scene, type StoreTrial } from './store-scene.js';

/** What a store must do with grants, capability requests and rules. */
export const GRANT_TRIALS: readonly StoreTrial[] = [
  {
    title: 'a grant is kept as it was given, lives for its time, and then has lapsed',
    trial: lives,
  },
  {
    title: 'S3-216 of many uses at once of a counted grant, exactly so many are taken',
    trial: counts,
  },
  {
    title: 'a grant serves its holder, from its start on, and while it lives',
    trial: servesItsHolder,
  },
  {
    title: 'A46 of many who revoke a grant at once, one does; and nothing uses it then',
    trial: revokes,
  },
  { title: 'what is not begun takes nothing of a grant', trial: takesNothing },
  { title: 'a yes for a time gives its grant in the same step, and once', trial: givesWithAYes },
  { title: 'S3-218 a sweep marks what has lapsed, and tells each to one of many', trial: sweeps },
  {
    title: 'A10 A19 a sweep ends proposals, approvals and requests whose time is over',
    trial: sweepsAll,
  },
  { title: 'leave for a grant is only ever taken away from what waits', trial: isOnlyTakenAway },
  { title: 'S3-239 a request is kept whole, with a history that only grows', trial: keepsRequests },
  {
    title: 'S3-241 no principal has more open requests than allowed, however many ask at once',
    trial: capsRequests,
  },
  {
    title:
      'A45 of many who decide on a request at once, one does, and its grant is the one there is',
    trial: decidesOnce,
  },
  {
    title: 'a request whose text is not what was seen is not decided',
    trial: isBoundToWhatWasSeen,
  },
  {
    title: 'rules change only from the revision that was read, and every revision stays readable',
    trial: revises,
  },
  { title: 'nothing is begun under rules that have changed', trial: beginsUnderPresentRules },
];

const DIGEST = sha256Hex('a contract');

function grantOf(scene: Scene, parts: Partial<NewGrant> = {}): NewGrant {
  return {
    id: scene.intent().id,
    holder: 'person:ada',
    giver: 'olga',
    contracts: [{ id: 'fixture.touch@1', digest: DIGEST }],
    scope: { capability: 'fixture.touch@1', target: '/a', args: { note: ['x'] }, access: 'write' },
    source: { kind: 'operator' },
    startsInMs: 0,
    lastsMs: 2 * scene.unit,
    ...parts,
  };
}

function requestOf(scene: Scene, parts: Partial<NewRequest> = {}): NewRequest {
  const { id } = scene.intent();
  return {
    id,
    principal: 'mind:muse',
    origin: 'model',
    occasion: 'turn:1',
    intention: 'tidy-up',
    contracts: [{ id: 'fixture.touch@1', digest: DIGEST }],
    scope: { capability: 'fixture.touch@1', parameters: { note: 'a*' }, access: 'read' },
    durationMs: 1_000,
    operations: 3,
    reason: 'why',
    evidence: ['observation:1'],
    risk: 'low',
    mitigation: 'none',
    fallback: 'ask',
    alternatives: ['wait'],
    digest: sha256Hex(id),
    ttlMs: 2 * scene.unit,
    maxOpen: 5,
    ...parts,
  };
}

async function opened(scene: Scene, parts: Partial<NewRequest> = {}): Promise<CapabilityRequest> {
  const request = await scene.store.openRequest(requestOf(scene, parts));
  claim(request !== 'too_many_requests', 'a first request was one too many');
  return request;
}

const stateOf = async (scene: Scene, grant: { readonly id: string }): Promise<unknown> =>
  (await scene.store.findGrant(grant.id))?.state;

const use = (
  scene: Scene,
  grant: { readonly id: string },
  principal: Grant['holder'] = 'person:ada',
) => scene.begin({ grant: grant.id, principal });

async function lives(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const { startsInMs: _in, lastsMs: _lasts, ...wanted } = grantOf(scene, { uses: 3 });
  const grant = await store.addGrant({ ...wanted, startsInMs: 0, lastsMs: 2 * unit });
  const { createdAt, startsAt, expiresAt, ...rest } = grant;
  same(rest, { ...wanted, state: 'live', used: 0 }, 'the grant');
  same(expiresAt - startsAt, 2 * unit, 'how long it lasts');
  claim(Math.abs(startsAt - createdAt) < 1, 'it starts at once');
  same(await store.findGrant(grant.id), grant, 'what is found');
  same(
    await store.listGrants({ holder: 'person:ada', states: ['live'] }),
    [grant],
    'what is listed',
  );
  same(await store.listGrants({ holder: 'person:bob' }), [], 'what is listed of another');
  same(await store.findGrant('*'), undefined, 'what is found under no id');
  await scene.advance(2 * unit);
  same(await stateOf(scene, grant), 'lapsed', 'its state when its time is over');
  same(await store.listGrants({ states: ['live'] }), [], 'what is live then');
  same(await use(scene, grant), { ok: false, code: 'grant_ended' }, 'using it then');
}

async function counts(scene: Scene): Promise<void> {
  const grant = await scene.store.addGrant(grantOf(scene, { uses: 7 }));
  const intents = Array.from({ length: 20 }, () => scene.intent({ grant: grant.id }));
  const begun = await race(scene, 20, (store, racer) =>
    store.begin(intents[racer] ?? scene.intent()),
  );
  same(begun.filter(({ ok }) => ok).length, 7, 'how many were begun');
  same(
    begun.filter((one) => !one.ok && one.code === 'grant_ended').length,
    13,
    'how many were not',
  );
  const spent = await scene.store.findGrant(grant.id);
  same([spent?.state, spent?.used], ['spent', 7], 'what is left of it');
}

async function servesItsHolder(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const grant = await store.addGrant(grantOf(scene, { startsInMs: unit }));
  const refused = { ok: false, code: 'grant_ended' };
  same(await use(scene, grant), refused, 'using it before it starts');
  await scene.advance(unit);
  same(await use(scene, grant, 'person:bob'), refused, 'using another’s');
  same(await use(scene, { id: 'none' }), refused, 'using none');
  same(await use(scene, grant), { ok: true }, 'using it');
  same((await store.findGrant(grant.id))?.used, 1, 'how often it was used');
}

async function revokes(scene: Scene): Promise<void> {
  const grant = await scene.store.addGrant(grantOf(scene));
  const revoked = await race(scene, 10, (store, racer) =>
    store.revokeGrant(grant.id, `olga${racer}`),
  );
  same(revoked.filter(({ changed }) => changed).length, 1, 'how many revoked it');
  const by = revoked.find(({ changed }) => changed)?.grant?.revokedBy;
  same((await scene.store.findGrant(grant.id))?.revokedBy, by, 'who revoked it');
  same(await use(scene, grant), { ok: false, code: 'grant_ended' }, 'using it');
  same(await scene.store.revokeGrant('none', 'olga'), { changed: false }, 'revoking none');
}

async function takesNothing(scene: Scene): Promise<void> {
  const grant = await scene.store.addGrant(grantOf(scene, { uses: 1 }));
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
  same((await scene.store.findGrant(grant.id))?.used, 0, 'how often it was used');
}

async function givesWithAYes(scene: Scene): Promise<void> {
  const { id, disclosure } = await scene.open();
  const grant = grantOf(scene, { source: { kind: 'approval', id } });
  const decided = await race(scene, 10, (store) =>
    store.decide(id, disclosure.digest, {
      state: 'approved',
      by: 'olga',
      ttlMs: scene.unit,
      grant: { ...grant, id: scene.intent().id },
    }),
  );
  const given = decided.flatMap((one) => one.grant ?? []);
  same(given.length, 1, 'how many grants were given');
  same(await scene.store.listGrants(), given, 'the grants there are');
}

async function sweeps(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const lapsing = await store.addGrant(grantOf(scene, { lastsMs: unit }));
  const lasting = await store.addGrant(grantOf(scene, { lastsMs: 9 * unit }));
  await scene.advance(unit);
  // That somebody looked in between must not keep the sweep from telling.
  same(await stateOf(scene, lapsing), 'lapsed', 'how it reads before the sweep');
  const told = (await race(scene, 10, (peer) => peer.sweep())).flatMap(({ grants }) => grants);
  same(
    told.map(({ id, state }) => [id, state]),
    [[lapsing.id, 'lapsed']],
    'what all were told',
  );
  same(await stateOf(scene, lasting), 'live', 'the other one');
}

async function sweepsAll(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const waiting = await scene.open({ args: ['waits'], ttlMs: unit });
  const approved = await scene.approve({ args: ['approved'], approvalMs: unit });
  const lasting = await scene.open({ args: ['lasts'], ttlMs: 9 * unit });
  const request = await opened(scene, { ttlMs: unit });
  await scene.advance(unit);
  const told = await race(scene, 10, (peer) => peer.sweep());
  const sum = (of: 'pending' | 'requests'): number => told.reduce((all, one) => all + one[of], 0);
  same(
    [sum('pending'), sum('requests')],
    [2, 1],
    'how many proposals and requests all were told of',
  );
  const states = [waiting, approved, lasting].map(async ({ id }) => (await scene.find(id))?.state);
  same(await Promise.all(states), ['expired', 'expired', 'open'], 'how the proposals stand');
  const expired = await store.findRequest(request.id);
  same(
    expired?.history.map(({ kind }) => kind),
    ['asked', 'expired'],
    'the history of the request',
  );
  const again = await store.sweep();
  same([again.pending, again.requests, again.grants], [0, 0, []], 'what a second sweep tells');
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
}

async function keepsRequests(scene: Scene): Promise<void> {
  const { store } = scene;
  const { ttlMs, maxOpen: _most, ...wanted } = requestOf(scene);
  const request = await store.openRequest({ ...wanted, ttlMs, maxOpen: 5 });
  claim(request !== 'too_many_requests', 'a first request was one too many');
  const { createdAt, expiresAt, history, ...rest } = request;
  same(rest, { ...wanted, state: 'open' }, 'the request');
  same(expiresAt - createdAt, ttlMs, 'how long it waits');
  same(history, [{ time: createdAt, by: 'mind:muse', kind: 'asked' }], 'its history at first');
  same(await store.findRequest(request.id), request, 'what is found');
  same(
    await store.openRequest({ ...requestOf(scene), digest: wanted.digest }),
    request,
    'the same again',
  );
  const decided = await store.decideRequest(request.id, wanted.digest, {
    state: 'declined',
    by: 'olga',
    note: 'not now',
  });
  same(decided.request?.history.slice(0, 1), history, 'the beginning of its history');
  const { time: _time, ...entry } = decided.request?.history[1] ?? { time: 0 };
  same(entry, { by: 'person:olga', kind: 'declined', note: 'not now' }, 'what was added');
  same(await store.listRequests({ states: ['open'] }), [], 'what is open');
  same(await store.listRequests({ principal: 'mind:muse' }), [decided.request], 'what is listed');
}

async function capsRequests(scene: Scene): Promise<void> {
  const wanted = Array.from({ length: 10 }, () => requestOf(scene, { maxOpen: 3 }));
  const answers = await race(scene, 10, (store, racer) =>
    store.openRequest(wanted[racer] ?? requestOf(scene)),
  );
  same(answers.filter((one) => one !== 'too_many_requests').length, 3, 'how many were opened');
  await opened(scene, { principal: 'mind:other', maxOpen: 3 });
  const [first] = await scene.store.listRequests({ states: ['open'] });
  claim(first !== undefined, 'none is open');
  await scene.store.decideRequest(first.id, first.digest, { state: 'declined', by: 'olga' });
  await opened(scene, { maxOpen: 3 });
}

async function decidesOnce(scene: Scene): Promise<void> {
  const { id, digest } = await opened(scene);
  const decided = await race(scene, 10, (store, racer) =>
    store.decideRequest(
      id,
      digest,
      racer % 2 === 0
        ? { state: 'granted', by: `olga${racer}`, grant: grantOf(scene, { holder: 'mind:muse' }) }
        : { state: 'declined', by: `olga${racer}` },
    ),
  );
  same(decided.filter(({ changed }) => changed).length, 1, 'how many decided');
  const winner = decided.find(({ changed }) => changed);
  const grants = await scene.store.listGrants();
  same(grants, winner?.grant === undefined ? [] : [winner.grant], 'the grants there are');
  same((await scene.store.findRequest(id))?.grant, winner?.grant?.id, 'the grant that it names');
}

async function isBoundToWhatWasSeen(scene: Scene): Promise<void> {
  const { store } = scene;
  const { id } = await opened(scene);
  for (const seen of ['other', undefined])
    same(
      (await store.decideRequest(id, seen, { state: 'declined', by: 'olga' })).changed,
      false,
      'a decision on something else',
    );
  same((await store.findRequest(id))?.state, 'open', 'its state');
  const withdrawn = await store.decideRequest(id, undefined, {
    state: 'withdrawn',
    by: 'mind:muse',
  });
  same([withdrawn.changed, withdrawn.request?.state], [true, 'withdrawn'], 'withdrawing it');
}

async function revises(scene: Scene): Promise<void> {
  const { store } = scene;
  same(await store.policyRevision(), 0, 'the revision at first');
  same(await store.policy(), { revision: 0, rules: [] }, 'the rules at first');
  const changed = await race(scene, 10, (peer, racer) =>
    peer.changePolicy(0, [{ id: `r${racer}` }]),
  );
  same(changed.filter((one) => one.changed).length, 1, 'how many changed them');
  const now = changed.find((one) => one.changed)?.policy;
  same(now?.revision, 1, 'the revision then');
  same(await store.policy(), now, 'the rules then');
  same((await store.changePolicy(0, [])).policy, now, 'what a late change is told');
  await store.changePolicy(1, []);
  same(await store.policy(1), now, 'the rules as they were');
  same(await store.policy(7), undefined, 'the rules of no revision');
}

async function beginsUnderPresentRules(scene: Scene): Promise<void> {
  const { store } = scene;
  const grant = await store.addGrant(grantOf(scene, { uses: 1 }));
  await store.changePolicy(0, []);
  same(
    await scene.begin({ policyRevision: 0, grant: grant.id }),
    { ok: false, code: 'policy_changed' },
    'beginning under the old ones',
  );
  same((await store.findGrant(grant.id))?.used, 0, 'how often the grant was used');
  same(
    await scene.begin({ policyRevision: 1, grant: grant.id }),
    { ok: true },
    'under the present ones',
  );
}
