import type { CapabilityRequest, NewRequest } from '../grants/capability-request.js';
import type { DoorStore } from '../store/door-store.js';
import type { RequestAnswer } from '../store/grant-steps.js';
import { claim, same, sameTime } from './claims.js';
import { race, type Scene, type StoreTrial } from './store-scene.js';

/** What a store must do with capability requests. */
export const REQUEST_TRIALS: readonly StoreTrial[] = [
  { title: 'S3-239 a request is kept whole, with a history that only grows', trial: keeps },
  { title: 'of one digest a principal has one open request, however many ask', trial: isOne },
  {
    title: 'S3-241 no principal has more open requests than allowed, however many ask at once',
    trial: isCapped,
  },
  {
    title:
      'S3-239 A45 of many who answer a request at once, one does; its grant is the one there is',
    trial: isAnsweredOnce,
  },
  { title: 'A10 a request is answered only as it was seen', trial: isBoundToWhatWasSeen },
  {
    title: 'A34 a request that was answered never waits again, while others still do',
    trial: isAnswered,
  },
  { title: 'a request ends when its time is over, and not before', trial: ends },
  { title: 'lists requests by principal and by state', trial: lists },
  { title: 'nothing that was handed in or out changes a request that is kept', trial: isItsOwn },
];

async function opened(
  scene: Scene,
  parts: Partial<NewRequest> = {},
  store: DoorStore = scene.store,
): Promise<CapabilityRequest> {
  const request = await store.openRequest(scene.request(parts));
  claim(request !== 'too_many_requests', 'a request was one too many');
  return request;
}

const NO: RequestAnswer = { state: 'declined', by: 'olga' };
const WITHDRAWN: RequestAnswer = { state: 'withdrawn', by: 'mind:muse' };

async function keeps(scene: Scene): Promise<void> {
  const { store } = scene;
  const { ttlMs, maxOpen, ...wanted } = scene.request();
  const before = await store.now();
  const request = await store.openRequest({ ...wanted, ttlMs, maxOpen });
  claim(request !== 'too_many_requests', 'a first request was one too many');
  const { createdAt, expiresAt, history, ...rest } = request;
  same(rest, { ...wanted, state: 'open' }, 'the request');
  sameTime(createdAt, before, await store.now(), 'when it was put');
  sameTime(expiresAt, createdAt + ttlMs, createdAt + ttlMs, 'until when it may be answered');
  same(history, [{ time: createdAt, by: 'mind:muse', kind: 'asked' }], 'its history at first');
  same(await store.findRequest(request.id), request, 'what is found');
  const grant = scene.grant({ holder: 'mind:muse', source: { kind: 'request', id: request.id } });
  for (const [asked, answer, entry] of [
    [
      request,
      { state: 'granted', by: 'olga', note: 'mind the gap\n', grant },
      { by: 'person:olga', kind: 'granted', note: 'mind the gap\n', grant: grant.id },
    ],
    [
      await opened(scene),
      { state: 'declined', by: 'olga', note: 'not now' },
      { by: 'person:olga', kind: 'declined', note: 'not now' },
    ],
    [await opened(scene), NO, { by: 'person:olga', kind: 'declined' }],
    [await opened(scene), WITHDRAWN, { by: 'mind:muse', kind: 'withdrawn' }],
  ] as const) {
    const decided = await store.decideRequest(asked.id, asked.digest, answer);
    const time = decided.request?.history[1]?.time;
    sameTime(time, asked.createdAt, await store.now(), 'when it was answered');
    const answered = {
      ...asked,
      state: answer.state,
      history: [...asked.history, { time, ...entry }],
      ...(answer.state === 'granted' && { grant: grant.id }),
    };
    same(decided.request, answered, `what was ${answer.state}`);
    same(await store.findRequest(asked.id), answered, `what is found of what was ${answer.state}`);
  }
}

async function isOne(scene: Scene): Promise<void> {
  const { store } = scene;
  const wanted = Array.from({ length: 10 }, () => scene.request({ digest: 'one' }));
  const answers = await race(scene, 10, (peer, racer) =>
    peer.openRequest(wanted[racer] ?? scene.request()),
  );
  const [first] = answers;
  claim(first !== undefined && first !== 'too_many_requests', 'a first one was one too many');
  for (const answer of answers) same(answer, first, 'what each of them is told');
  same(await store.listRequests(), [first], 'what is listed');
  const another = await opened(scene, { digest: 'one', principal: 'mind:other' });
  claim(another.id !== first.id, 'another principal was given the same');
  await store.decideRequest(first.id, first.digest, NO);
  const again = await opened(scene, { digest: 'one' });
  claim(again.id !== first.id && again.state === 'open', 'it was not opened anew when it ended');
}

async function isCapped(scene: Scene): Promise<void> {
  const wanted = Array.from({ length: 10 }, () => scene.request({ maxOpen: 3 }));
  const answers = await race(scene, 10, (store, racer) =>
    store.openRequest(wanted[racer] ?? scene.request()),
  );
  const isOpen = (one: (typeof answers)[number]): one is CapabilityRequest =>
    one !== 'too_many_requests';
  same(answers.filter(isOpen).length, 3, 'how many were opened');
  same((await scene.store.listRequests()).length, 3, 'how many are listed');
  const [first] = answers.filter(isOpen);
  claim(first !== undefined, 'none is open');
  same((await opened(scene, { digest: first.digest, maxOpen: 3 })).id, first.id, 'the same again');
  await opened(scene, { principal: 'mind:other', maxOpen: 3 });
  await scene.store.decideRequest(first.id, first.digest, NO);
  await opened(scene, { maxOpen: 3 });
  same(
    await scene.store.openRequest(scene.request({ maxOpen: 3 })),
    'too_many_requests',
    'one more than was made room for',
  );
}

async function isAnsweredOnce(scene: Scene): Promise<void> {
  const { store } = scene;
  const { id, digest } = await opened(scene);
  const grants = Array.from({ length: 12 }, () => scene.grant({ holder: 'mind:muse' }));
  const answered = await race(scene, 12, (peer, racer) => {
    const grant = grants[racer] ?? scene.grant();
    const answers = [NO, { state: 'granted', by: `o${racer}`, grant }, WITHDRAWN] as const;
    return peer.decideRequest(id, digest, answers[racer % 3] ?? NO);
  });
  const winners = answered.filter(({ changed }) => changed);
  same(winners.length, 1, 'how many answered it');
  for (const { request } of answered)
    same(request, winners[0]?.request, 'how it stands for each of them');
  const stands = await store.findRequest(id);
  same(stands, winners[0]?.request, 'how it stands');
  same(stands?.history.length, 2, 'the length of its history');
  const given = winners.flatMap((one) => one.grant ?? []);
  same(given.length, stands?.state === 'granted' ? 1 : 0, 'how many grants were given');
  same(await store.listGrants(), given, 'the grants there are');
  same(stands?.grant, given[0]?.id, 'the grant that it names');
}

async function isBoundToWhatWasSeen(scene: Scene): Promise<void> {
  const { store } = scene;
  const request = await opened(scene);
  const { id, digest } = request;
  const yes: RequestAnswer = { state: 'granted', by: 'olga', grant: scene.grant() };
  for (const seen of ['other', '', ` ${digest}`, undefined])
    for (const answer of [NO, yes])
      same(
        await store.decideRequest(id, seen, answer),
        { changed: false, request },
        'an answer to something else',
      );
  same(
    await store.decideRequest(id, 'other', WITHDRAWN),
    { changed: false, request },
    'withdrawing something else',
  );
  same(await store.listGrants(), [], 'the grants there are');
  for (const none of ['none', '', '__proto__', 'constructor']) {
    same(await store.decideRequest(none, digest, yes), { changed: false }, 'answering none');
    same(await store.findRequest(none), undefined, 'what is found under no id');
  }
  const withdrawn = await store.decideRequest(id, undefined, WITHDRAWN);
  same([withdrawn.changed, withdrawn.request?.state], [true, 'withdrawn'], 'withdrawing it');
}

async function isAnswered(scene: Scene): Promise<void> {
  const { store } = scene;
  const waiting = [await opened(scene), await opened(scene), await opened(scene)];
  const [first, second, third] = waiting;
  claim(first !== undefined && second !== undefined && third !== undefined, 'none was opened');
  await store.decideRequest(second.id, second.digest, NO);
  const open = await store.listRequests({ states: ['open'] });
  same(
    open.map(({ id }) => id).sort(),
    [first.id, third.id].sort(),
    'what waits when one was answered',
  );
  await store.decideRequest(first.id, undefined, WITHDRAWN);
  await store.sweep();
  same(await store.listRequests({ states: ['open'] }), [third], 'what waits when two were');
  const states = waiting.map(async ({ id }) => (await store.findRequest(id))?.state);
  same(await Promise.all(states), ['withdrawn', 'declined', 'open'], 'how they stand');
}

async function ends(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const request = await opened(scene, { ttlMs: 2 * unit, maxOpen: 1 });
  await scene.advance(unit);
  same((await store.findRequest(request.id))?.state, 'open', 'its state before its time is over');
  await scene.advance(unit);
  const { digest, createdAt, expiresAt } = request;
  const expired = {
    ...request,
    state: 'expired',
    history: [
      { time: createdAt, by: 'mind:muse', kind: 'asked' },
      { time: expiresAt, by: 'mind:muse', kind: 'expired' },
    ],
  };
  const yes: RequestAnswer = { state: 'granted', by: 'olga', grant: scene.grant() };
  for (const when of ['before a sweep', 'after a sweep']) {
    same(await store.findRequest(request.id), expired, `how it reads ${when}`);
    same(
      await store.decideRequest(request.id, digest, yes),
      { changed: false, request: expired },
      `a yes to it ${when}`,
    );
    same(await store.listRequests({ states: ['open'] }), [], `what waits ${when}`);
    await store.sweep();
  }
  same(await store.listGrants(), [], 'the grants there are');
  const again = await opened(scene, { digest, maxOpen: 1 });
  claim(again.id !== request.id, 'it was not opened anew when its time was over');
}

async function lists(scene: Scene): Promise<void> {
  const { store } = scene;
  const muse = await opened(scene);
  const declined = await opened(scene);
  const other = await opened(scene, { principal: 'mind:other' });
  await store.decideRequest(declined.id, declined.digest, NO);
  const listed = async (filter?: Parameters<typeof store.listRequests>[0]) =>
    (await store.listRequests(filter)).map(({ id }) => id).sort();
  same(await listed(), [muse.id, declined.id, other.id].sort(), 'all');
  same(await listed({}), [muse.id, declined.id, other.id].sort(), 'all, by an empty filter');
  same(
    await listed({ principal: 'mind:muse' }),
    [muse.id, declined.id].sort(),
    'those of one principal',
  );
  same(await listed({ states: ['open'] }), [muse.id, other.id].sort(), 'those that are open');
  same(await listed({ principal: 'mind:muse', states: ['declined'] }), [declined.id], 'both');
  same(await listed({ states: [] }), [], 'those in no state');
  same(await listed({ principal: 'mind:m' }), [], 'those of nobody');
}

async function isItsOwn(scene: Scene): Promise<void> {
  const { store } = scene;
  const wanted = scene.request();
  const request = await store.openRequest(wanted);
  claim(request !== 'too_many_requests', 'a first request was one too many');
  const kept = JSON.stringify(await store.findRequest(request.id));
  const found = await store.findRequest(request.id);
  for (const one of [wanted, request, found, ...(await store.listRequests())]) {
    claim(one !== undefined, 'a request that was put cannot be found');
    Reflect.set(one, 'state', 'granted');
    Reflect.set(one.scope, 'access', 'write');
    Reflect.set(one.evidence, 0, 'changed later');
    if ('history' in one) Reflect.set(one.history, 0, undefined);
  }
  same(JSON.stringify(await store.findRequest(request.id)), kept, 'what is kept');
}
