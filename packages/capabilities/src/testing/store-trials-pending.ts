import type { Principal } from '../contract/caller.js';
import type { Answer } from '../store/pending-steps.js';
import type { Pending } from '../confirmation/pending.js';
import { claim, same, sameTime } from './claims.js';
import type { Wish } from './store-fixtures.js';
import { race, type Scene, type StoreTrial } from './store-scene.js';

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
  { title: 'foresees what putting a proposal would come to, and changes nothing', trial: foresees },
  { title: 'takes over new marks of where text came from, and loses none', trial: addsMarks },
  { title: 'an approval given without a mark ends when the mark comes', trial: marksEndApproval },
  { title: 'what a person changed is never shown as what was asked', trial: marksEndChange },
];

const MAIL = { path: '/note', source: 'mail', trust: 'low' } as const;
const WEB = { path: '/note', source: 'web', trust: 'low' } as const;

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
  const marked = await scene.open({ provenance: [MAIL, WEB] });
  same(
    [marked.id, marked.state],
    [pending.id, 'declined'],
    'the same proposal put again with a new mark',
  );
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
  const put = async (number: number, principal: Principal = 'person:ada') =>
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
    same(await store.recorded(id as Principal, id, id), { state: 'unseen' }, 'what is recorded');
    same(await store.turnCount(id, id), 0, 'how often it ran');
    await store.revoke(id);
  }
  same(await store.listPending(), [], 'what is listed');
  same(await store.overdue(), [], 'what is overdue');
}

async function cannotBeChanged(scene: Scene): Promise<void> {
  const wanted = scene.proposal({ args: { note: ['as it was put'] } });
  const pending = (await scene.store.openPending(wanted)) as Pending;
  const kept = JSON.stringify(await scene.find(pending.id));
  const handed = [
    wanted,
    pending,
    await scene.find(pending.id),
    ...(await scene.store.listPending()),
  ];
  for (const one of handed) {
    claim(one !== undefined, 'a proposal that was put cannot be found');
    Reflect.set(one, 'state', 'approved');
    Reflect.set(one.request, 'principal', 'person:olga');
    Reflect.set(one.disclosure, 'digest', '');
    const { note } = one.request.args as { readonly note: unknown[] };
    Reflect.set(note, 0, 'changed later');
  }
  same(JSON.stringify(await scene.find(pending.id)), kept, 'what is kept');
}

async function foresees(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const foresee = async (wish: Wish & { readonly maxOpen: number }) => {
    const { request, fingerprint, maxOpen } = scene.proposal(wish);
    return store.foreseePending({ principal: request.principal, fingerprint, maxOpen });
  };
  const [a, b] = [
    { args: ['a'], maxOpen: 1 },
    { args: ['b'], maxOpen: 1 },
  ];
  same(await foresee(a), 'fresh', 'what is foreseen of a first proposal');
  same(await store.listPending(), [], 'what is listed after that');
  const open = await scene.open({ ...a, ttlMs: 2 * unit });
  same(await foresee(a), open, 'what is foreseen of the same one');
  same(await foresee(b), 'too_many_pending', 'what is foreseen of one too many');
  same(
    await foresee({ ...b, principal: 'mind:muse' }),
    'fresh',
    'what is foreseen of somebody else’s',
  );
  await store.decide(open.id, open.disclosure.digest, { state: 'declined', by: 'olga' });
  same(
    await foresee(a),
    await scene.find(open.id),
    'what is foreseen of the one that was declined',
  );
  same(await foresee(b), 'fresh', 'what is foreseen of another one then');
  await scene.advance(2 * unit);
  same(await foresee(a), 'fresh', 'what is foreseen when its time is over');
  same((await store.listPending()).length, 1, 'the number of proposals');
}

async function addsMarks(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const bare = await scene.open({ provenance: [] });
  const wanted = scene.proposal({ provenance: [MAIL] });
  const marked = await store.openPending(wanted);
  const expected = { ...bare, provenance: [MAIL], disclosure: wanted.disclosure };
  same(marked, expected, 'the proposal with its mark');
  same(await scene.find(bare.id), expected, 'the proposal when it is found');
  same(
    (await store.decide(bare.id, bare.disclosure.digest, yes(unit))).changed,
    false,
    'a yes to what was shown before',
  );
  const sources = async (provenance: Wish['provenance']) =>
    (await scene.open({ ...(provenance && { provenance }) })).provenance.map(
      ({ source }) => source,
    );
  same(await sources([]), ['mail'], 'its marks when it is put without');
  same(await sources([MAIL, MAIL]), ['mail'], 'its marks when the same one comes twice');
  same(
    (await sources([WEB])).includes('mail'),
    true,
    'whether it keeps its mark when another one comes alone',
  );
  same(await sources([WEB, MAIL]), ['web', 'mail'], 'its marks when one is added');
  same((await store.listPending()).length, 1, 'the number of proposals');
}

async function marksEndApproval(scene: Scene): Promise<void> {
  const { store } = scene;
  const approved = await scene.approve({ provenance: [MAIL, MAIL] });
  const tokenHash = await scene.mint(approved.id);
  same((await scene.open({ provenance: [MAIL] })).id, approved.id, 'the same proposal again');
  const anew = await scene.open({ provenance: [MAIL, WEB] });
  claim(anew.id !== approved.id && anew.state === 'open', 'nothing was opened anew');
  same(anew.provenance, [MAIL, WEB], 'its marks');
  same((await scene.find(approved.id))?.state, 'withdrawn', 'what was approved without the mark');
  same(await store.findByToken(tokenHash), undefined, 'what is found by its token');
  same((await scene.open({ provenance: [] })).id, anew.id, 'what is open then');
}

async function marksEndChange(scene: Scene): Promise<void> {
  const { store } = scene;
  const asked = await scene.open({ args: ['first'], provenance: [] });
  const change = scene.change(asked, ['second']);
  await store.modify(asked.id, asked.disclosure.digest, change);
  const wanted = scene.proposal({ args: ['first'], provenance: [MAIL] });
  await store.openPending(wanted);
  for (const { request, disclosure } of await store.listPending({ states: ['open'] })) {
    const shown = scene.proposal({ args: request.args, provenance: [MAIL] }).disclosure;
    same(disclosure.fields.arguments, shown.fields.arguments, 'the arguments that are shown');
    same(disclosure.digest, shown.digest, 'the disclosure');
  }
  same(
    (await store.listPending({ states: ['open'] })).length,
    1,
    'the number of those that are open',
  );
}
