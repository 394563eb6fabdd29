import type { Answer } from '../store/door-store.js';
import type { Pending } from '../confirmation/pending.js';
import { claim, same, sameTime } from './claims.js';
import { race, type Scene } from './store-scene.js';
import type { StoreTrial } from './store-conformance.js';

/** What a store must do with proposals that wait for a person. */
export const PENDING_TRIALS: readonly StoreTrial[] = [
  { title: 'keeps a proposal exactly as it was put, with times of its own', trial: keeps },
  {
    title: 'gives the same proposal for the same fingerprint while it is open or approved',
    trial: isIdentical,
  },
  { title: 'opens one proposal when many put the same at once', trial: isIdenticalInARace },
  { title: 'opens anew what was spent, withdrawn or is over', trial: opensAnew },
  { title: 'keeps a declined proposal declined until its time is over', trial: staysDeclined },
  { title: 'refuses one live proposal too many, for each principal apart', trial: isCapped },
  {
    title: 'never has one live proposal too many when many are put at once',
    trial: isCappedInARace,
  },
  { title: 'lists by principal and by state', trial: lists },
  { title: 'knows nothing of what was never put', trial: knowsNothing },
  { title: 'nothing that was handed in or out changes what it keeps', trial: cannotBeChanged },
  { title: 'decides only for the disclosure that was seen', trial: decidesForSeen },
  { title: 'keeps who decided, and what was said', trial: keepsAnswers },
  { title: 'of many deciders at once, exactly one wins', trial: hasOneDecider },
  { title: 'a declined proposal is final at once, in every answer', trial: declines },
  { title: 'what is final stays as it is, whatever is tried', trial: isFinal },
  {
    title: 'a change keeps what was asked, and is decided by its own disclosure alone',
    trial: modifies,
  },
  { title: 'of a change and a decision at once, exactly one wins', trial: hasOneChange },
  { title: 'takes back what is open or approved, and its token with it', trial: revokes },
];

const yes = (ttlMs: number): Answer => ({ state: 'approved', by: 'olga', ttlMs });

async function keeps(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const args = { note: 'a\u0000\u2028"\\é😀', '10': [null, -1.5e-7, { '': true }], '9': {} };
  const wanted = scene.proposal({ args, ttlMs: 3 * unit });
  const before = await store.now();
  const pending = await store.openPending(wanted);
  const after = await store.now();
  claim(typeof pending === 'object', 'a first proposal was refused');
  const { createdAt, expiresAt } = pending;
  const { ttlMs: _, maxOpen: __, ...put } = wanted;
  same(
    pending,
    { ...put, asked: put.fingerprint, state: 'open', createdAt, expiresAt },
    'the proposal',
  );
  sameTime(createdAt, before, after, 'when it was put');
  sameTime(expiresAt, createdAt + 3 * unit, createdAt + 3 * unit, 'until when it may be decided');
  same(await scene.find(pending.id), pending, 'what is found');
  same(await store.listPending(), [pending], 'what is listed');
  same(
    JSON.stringify((await scene.find(pending.id))?.request.args),
    JSON.stringify(args),
    'its arguments',
  );
}

async function isIdentical(scene: Scene): Promise<void> {
  const first = await scene.open();
  same(await scene.open(), first, 'the same proposal again');
  same(
    (await scene.find((await scene.open({ args: [1] })).id)) === undefined,
    false,
    'another one',
  );
  await scene.store.decide(first.id, first.disclosure.digest, yes(scene.unit));
  const again = await scene.open();
  same([again.id, again.state], [first.id, 'approved'], 'the same proposal when it is approved');
}

async function isIdenticalInARace(scene: Scene): Promise<void> {
  const wishes = Array.from({ length: 20 }, () => scene.proposal());
  const opened = await race(scene, 20, (store, racer) =>
    store.openPending(wishes[racer] ?? scene.proposal()),
  );
  same(new Set(opened.map((one) => (one as Pending).id)).size, 1, 'the number of proposals');
  same((await scene.store.listPending()).length, 1, 'the number of those listed');
}

async function opensAnew(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const ids = new Set<string>();
  const opensAnother = async (after: string): Promise<Pending> => {
    const pending = await scene.open({ ttlMs: 2 * unit });
    claim(
      !ids.has(pending.id) && pending.state === 'open',
      `nothing was opened after it was ${after}`,
    );
    ids.add(pending.id);
    return pending;
  };
  const withdrawn = await opensAnother('never put');
  await store.decide(withdrawn.id, undefined, { state: 'withdrawn', by: 'person:ada' });
  const spent = await opensAnother('withdrawn');
  await store.decide(spent.id, spent.disclosure.digest, yes(5 * unit));
  const tokenHash = await scene.mint(spent.id);
  same(await scene.begin({ tokenHash, fingerprint: spent.fingerprint }), { ok: true }, 'beginning');
  const expired = await opensAnother('spent');
  await scene.advance(2 * unit);
  same((await scene.find(expired.id))?.state, 'expired', 'its state when its time is over');
  const approved = await opensAnother('expired');
  await store.decide(approved.id, approved.disclosure.digest, yes(unit));
  await scene.advance(unit);
  await opensAnother('approved and not used');
}

async function staysDeclined(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const pending = await scene.open({ ttlMs: 4 * unit });
  await store.decide(pending.id, pending.disclosure.digest, { state: 'declined', by: 'olga' });
  await scene.advance(2 * unit);
  const again = await scene.open();
  same([again.id, again.state], [pending.id, 'declined'], 'the same proposal put again');
  await scene.advance(2 * unit);
  const anew = await scene.open();
  claim(
    anew.id !== pending.id && anew.state === 'open',
    'it was not opened anew when its time was over',
  );
  same((await scene.find(pending.id))?.state, 'declined', 'the declined one');
}

async function isCapped(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const put = async (number: number, principal = 'person:ada') =>
    store.openPending(scene.proposal({ args: [number], maxOpen: 2, principal, ttlMs: 2 * unit }));
  await put(1);
  const second = (await put(2)) as Pending;
  same(await put(3), 'too_many_pending', 'a third of two');
  same((await store.listPending()).length, 2, 'the number of proposals');
  same((await put(2)) === 'too_many_pending', false, 'one of the two again');
  same((await put(3, 'mind:muse')) === 'too_many_pending', false, 'somebody else’s');
  await store.decide(second.id, second.disclosure.digest, yes(20 * unit));
  same(await put(3), 'too_many_pending', 'a third when one is approved');
  await store.revoke(second.id);
  const third = (await put(3)) as Pending;
  same(third.state, 'open', 'a third when one is final');
  await store.decide(third.id, third.disclosure.digest, { state: 'declined', by: 'olga' });
  same((await put(4)) === 'too_many_pending', false, 'one more when one was declined');
  await scene.advance(2 * unit);
  same((await put(5)) === 'too_many_pending', false, 'one more when time is over');
}

async function isCappedInARace(scene: Scene): Promise<void> {
  const wishes = Array.from({ length: 20 }, (_, number) =>
    scene.proposal({ args: [number], maxOpen: 3 }),
  );
  const opened = await race(scene, 20, (store, racer) =>
    store.openPending(wishes[racer] ?? scene.proposal()),
  );
  same(
    opened.filter((one) => one !== 'too_many_pending').length,
    3,
    'the number of proposals opened',
  );
  same(
    (await scene.store.listPending({ states: ['open'] })).length,
    3,
    'the number of those listed',
  );
}

async function lists(scene: Scene): Promise<void> {
  const { store } = scene;
  const ada = await scene.open({ args: ['a'] });
  const approved = await scene.approve({ args: ['b'] });
  const muse = await scene.open({ args: ['a'], principal: 'mind:muse' });
  const listed = async (filter?: Parameters<typeof store.listPending>[0]) =>
    (await store.listPending(filter)).map(({ id }) => id).sort();
  same(await listed(), [ada.id, approved.id, muse.id].sort(), 'all');
  same(await listed({}), [ada.id, approved.id, muse.id].sort(), 'all, by an empty filter');
  same(
    await listed({ principal: 'person:ada' }),
    [ada.id, approved.id].sort(),
    'those of one principal',
  );
  same(await listed({ states: ['open'] }), [ada.id, muse.id].sort(), 'those that are open');
  same(
    await listed({ principal: 'person:ada', states: ['approved', 'spent'] }),
    [approved.id],
    'both',
  );
  same(await listed({ states: [] }), [], 'those in no state');
  same(await listed({ principal: 'person:a' }), [], 'those of nobody');
}

async function knowsNothing(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  for (const id of [
    '00000000-0000-4000-8000-ffffffffffff',
    '',
    '__proto__',
    'constructor',
    "' or 1=1 --",
  ]) {
    same(await store.findPending(id), undefined, 'what is found');
    same(await store.findByToken(id), undefined, 'what is found by a token');
    same(await store.decide(id, id, yes(unit)), { changed: false }, 'what is decided');
    same(await store.mint(id, 'hash', unit), undefined, 'the token');
    same(await store.end(id, { outcome: 'completed' }), false, 'what ended');
    same(await store.recorded(id, id, id), { state: 'unseen' }, 'what is recorded');
    same(await store.turnCount(id, id), 0, 'how often it ran');
    await store.revoke(id);
  }
  same(await store.listPending(), [], 'what is listed');
  same(await store.closeOverdue(), [], 'what is overdue');
}

async function cannotBeChanged(scene: Scene): Promise<void> {
  const wanted = scene.proposal({ args: { note: ['as it was put'] } });
  const pending = (await scene.store.openPending(wanted)) as Pending;
  const kept = JSON.stringify(await scene.find(pending.id));
  for (const one of [
    wanted,
    pending,
    await scene.find(pending.id),
    (await scene.store.listPending())[0],
  ]) {
    Reflect.set(one ?? {}, 'state', 'approved');
    Reflect.set(one?.request ?? {}, 'principal', 'person:olga');
    Reflect.set(one?.disclosure ?? {}, 'digest', '');
    const { note } = one?.request.args as { readonly note: unknown[] };
    Reflect.set(note, 0, 'changed later');
  }
  same(JSON.stringify(await scene.find(pending.id)), kept, 'what is kept');
}

async function decidesForSeen(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const pending = await scene.open();
  const { id, disclosure } = pending;
  const unseen = [
    '',
    '0'.repeat(64),
    `${disclosure.digest} `,
    disclosure.digest.toUpperCase(),
    undefined,
  ];
  for (const seen of unseen) {
    for (const answer of [yes(unit), { state: 'declined', by: 'olga' } as const]) {
      const { changed, pending: stands } = await store.decide(id, seen, answer);
      same([changed, stands?.state], [false, 'open'], `what was decided for ${seen ?? 'nothing'}`);
    }
    if (seen !== undefined)
      same(
        (await store.decide(id, seen, { state: 'withdrawn', by: 'person:ada' })).changed,
        false,
        'a withdrawal',
      );
  }
  same(await scene.find(id), pending, 'the proposal');
  same(
    (await store.decide(id, disclosure.digest, yes(unit))).changed,
    true,
    'what was decided for what was seen',
  );
}

async function keepsAnswers(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const approved = await scene.open({ args: ['a'] });
  const before = await store.now();
  const { pending } = await store.decide(approved.id, approved.disclosure.digest, yes(3 * unit));
  const after = await store.now();
  sameTime(pending?.approvedUntil, before + 3 * unit, after + 3 * unit, 'when the approval ends');
  same(
    pending,
    { ...approved, state: 'approved', decidedBy: 'olga', approvedUntil: pending?.approvedUntil },
    'the approved one',
  );
  same(await scene.find(approved.id), pending, 'the approved one when it is found');

  const declined = await scene.open({ args: ['b'] });
  await store.decide(declined.id, declined.disclosure.digest, {
    state: 'declined',
    by: 'olga',
    note: 'not today\n',
  });
  same(
    await scene.find(declined.id),
    { ...declined, state: 'declined', decidedBy: 'olga', note: 'not today\n' },
    'the declined one',
  );

  const withdrawn = await scene.open({ args: ['c'] });
  await store.decide(withdrawn.id, undefined, { state: 'withdrawn', by: 'person:ada' });
  same(
    await scene.find(withdrawn.id),
    { ...withdrawn, state: 'withdrawn', decidedBy: 'person:ada' },
    'the withdrawn one',
  );
}

async function hasOneDecider(scene: Scene): Promise<void> {
  const { id, disclosure } = await scene.open();
  const deciders = await race(scene, 20, (store, racer) =>
    store.decide(
      id,
      disclosure.digest,
      racer % 2 === 0
        ? { state: 'approved', by: `person-${racer}`, ttlMs: scene.unit }
        : { state: 'declined', by: `person-${racer}` },
    ),
  );
  const winners = deciders.filter(({ changed }) => changed);
  same(winners.length, 1, 'the number of those who decided');
  for (const { pending } of deciders)
    same(pending, winners[0]?.pending, 'how it stands for each of them');
  same(await scene.find(id), winners[0]?.pending, 'how it stands');
}

async function declines(scene: Scene): Promise<void> {
  const { store } = scene;
  const { id, disclosure } = await scene.open();
  const { changed, pending } = await store.decide(id, disclosure.digest, {
    state: 'declined',
    by: 'olga',
  });
  same([changed, pending?.state], [true, 'declined'], 'the answer');
  same((await scene.find(id))?.state, 'declined', 'what is found');
  same(
    (await store.listPending()).map(({ state }) => state),
    ['declined'],
    'what is listed',
  );
  same(await store.listPending({ states: ['open', 'approved'] }), [], 'what still waits');
}

async function isFinal(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const declined = await scene.open({ args: ['declined'] });
  await store.decide(declined.id, declined.disclosure.digest, { state: 'declined', by: 'olga' });
  const withdrawn = await scene.open({ args: ['withdrawn'] });
  await store.decide(withdrawn.id, undefined, { state: 'withdrawn', by: 'person:ada' });
  const spent = await scene.approve({ args: ['spent'] });
  const burnt = await scene.mint(spent.id);
  await scene.begin({ tokenHash: burnt, fingerprint: spent.fingerprint });
  const lapsed = await scene.approve({ args: ['lapsed'], approvalMs: unit });
  const expired = await scene.open({ args: ['expired'], ttlMs: unit });
  await scene.advance(unit);
  for (const [{ id }, state] of [
    [declined, 'declined'],
    [withdrawn, 'withdrawn'],
    [spent, 'spent'],
    [lapsed, 'expired'],
    [expired, 'expired'],
  ] as const) {
    const stands = await scene.find(id);
    claim(stands !== undefined, `what was ${state} is gone`);
    same(stands.state, state, 'its state');
    const { digest } = stands.disclosure;
    same((await store.decide(id, digest, yes(unit))).changed, false, `a yes to what was ${state}`);
    same(
      (await store.decide(id, digest, { state: 'declined', by: 'bob' })).changed,
      false,
      `a no to what was ${state}`,
    );
    same(
      (await store.decide(id, undefined, { state: 'withdrawn', by: 'bob' })).changed,
      false,
      `a withdrawal of what was ${state}`,
    );
    same(
      (await store.modify(id, digest, scene.change(stands, ['changed']))).changed,
      false,
      `a change of what was ${state}`,
    );
    same(await store.mint(id, burnt, unit), undefined, `a token for what was ${state}`);
    await store.revoke(id);
    same(
      await store.findByToken(burnt),
      undefined,
      `what is found by a token of what was ${state}`,
    );
    same(await scene.find(id), stands, `what was ${state}`);
  }
}

async function modifies(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const asked = await scene.open({ args: { note: 'first' } });
  const change = scene.change(asked, { note: 'second' });
  same(
    (await store.modify(asked.id, change.disclosure.digest, change)).changed,
    false,
    'a change for what was not seen',
  );
  const { changed, pending } = await store.modify(asked.id, asked.disclosure.digest, change);
  same([changed, pending], [true, { ...asked, ...change }], 'the changed proposal');
  same(pending?.asked, asked.fingerprint, 'what was asked');
  same(await scene.find(asked.id), pending, 'what is found');
  same(
    (await scene.open({ args: { note: 'first' } })).id,
    asked.id,
    'what is open for the first request',
  );
  same(
    (await store.decide(asked.id, asked.disclosure.digest, yes(unit))).changed,
    false,
    'a yes to the first disclosure',
  );
  same(
    (await store.modify(asked.id, asked.disclosure.digest, change)).changed,
    false,
    'a change of the first request',
  );
  same(
    (await store.decide(asked.id, change.disclosure.digest, yes(unit))).changed,
    true,
    'a yes to the second disclosure',
  );
  same(
    (await store.modify(asked.id, change.disclosure.digest, change)).changed,
    false,
    'a change of what is approved',
  );
}

async function hasOneChange(scene: Scene): Promise<void> {
  const pending = await scene.open({ args: { note: 'first' } });
  const { id, disclosure } = pending;
  const changes = await race(scene, 20, (store, racer) =>
    racer % 2 === 0
      ? store.modify(id, disclosure.digest, scene.change(pending, { note: `change ${racer}` }))
      : store.decide(id, disclosure.digest, yes(scene.unit)),
  );
  same(
    changes.filter(({ changed }) => changed).length,
    1,
    'the number of those who changed anything',
  );
  const winner = changes.find(({ changed }) => changed);
  same(await scene.find(id), winner?.pending, 'how it stands');
}

async function revokes(scene: Scene): Promise<void> {
  const { store } = scene;
  const open = await scene.open({ args: ['open'] });
  await store.revoke(open.id);
  same((await scene.find(open.id))?.state, 'withdrawn', 'what was open');
  const approved = await scene.approve({ args: ['approved'] });
  const tokenHash = await scene.mint(approved.id);
  await store.revoke(approved.id);
  same((await scene.find(approved.id))?.state, 'withdrawn', 'what was approved');
  same(await store.findByToken(tokenHash), undefined, 'what is found by its token');
  same(
    await scene.begin({ tokenHash, fingerprint: approved.fingerprint }),
    { ok: false, code: 'confirmation_refused' },
    'beginning with its token',
  );
}
