import type { Pending } from '../confirmation/pending.js';
import type { Answer } from '../store/pending-steps.js';
import { claim, same, sameTime } from './claims.js';
import { race, type Scene, type StoreTrial } from './store-scene.js';

/** What a store must do with what persons decide. */
export const DECIDING_TRIALS: readonly StoreTrial[] = [
  { title: 'decides only for the disclosure that was seen', trial: decidesForSeen },
  { title: 'keeps who decided, and what was said', trial: keepsAnswers },
  { title: 'of many deciders at once, exactly one wins', trial: hasOneDecider },
  {
    title: 'A33 each decision is about the proposal it names, in whatever order they come',
    trial: isAboutItsOwn,
  },
  { title: 'A34 what was answered never waits again, while others still do', trial: isAnswered },
  { title: 'a declined proposal is final at once, in every answer', trial: declines },
  { title: 'what is final stays as it is, whatever is tried', trial: isFinal },
  {
    title: 'a change keeps what was asked, and is decided by its own disclosure alone',
    trial: modifies,
  },
  { title: 'of a change and a decision at once, exactly one wins', trial: hasOneChange },
  { title: 'takes back what is open or approved, and its token with it', trial: revokes },
  { title: 'of many who take back one approval at once, exactly one does', trial: revokesOnce },
];

const yes = (ttlMs: number): Answer => ({ state: 'approved', by: 'olga', ttlMs });

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

async function isAboutItsOwn(scene: Scene): Promise<void> {
  const rows: Pending[] = [];
  for (let number = 0; number < 12; number += 1) rows.push(await scene.open({ args: [number] }));
  const stateOf = (number: number) => (number % 2 === 0 ? 'approved' : 'declined');
  // 5 and 12 have no common divisor: each is answered once, far from the order they were put in.
  await race(scene, 12, (store, racer) => {
    const number = (racer * 5) % 12;
    const { id = '', disclosure } = rows[number] ?? {};
    const by = `person-${number}`;
    const answer =
      stateOf(number) === 'approved'
        ? ({ state: 'approved', by, ttlMs: scene.unit } as const)
        : ({ state: 'declined', by } as const);
    return store.decide(id, disclosure?.digest, answer);
  });
  for (const [number, { id, request }] of rows.entries()) {
    const stands = await scene.find(id);
    same(
      [stands?.state, stands?.decidedBy, stands?.request],
      [stateOf(number), `person-${number}`, request],
      'how one of them stands',
    );
  }
}

async function isAnswered(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const waiting = await scene.open({ args: ['waits'] });
  const approved = await scene.open({ args: ['approved'] });
  const declined = await scene.open({ args: ['declined'] });
  await store.decide(approved.id, approved.disclosure.digest, yes(10 * unit));
  await store.decide(declined.id, declined.disclosure.digest, { state: 'declined', by: 'olga' });
  // Nor when the same is put again, or time is swept.
  await scene.open({ args: ['approved'] });
  await scene.open({ args: ['declined'] });
  await store.sweep();
  same(await store.listPending({ states: ['open'] }), [waiting], 'what waits');
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
  const withdrawn = { ...open, state: 'withdrawn' };
  same(await store.revoke(open.id), { changed: true, pending: withdrawn }, 'taking back');
  same(await store.revoke(open.id), { changed: false, pending: withdrawn }, 'the same again');
  for (const none of ['none', '__proto__'])
    same(await store.revoke(none), { changed: false }, 'taking back none');
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

async function revokesOnce(scene: Scene): Promise<void> {
  const { id } = await scene.approve();
  const told = await race(scene, 10, (store) => store.revoke(id));
  same(told.filter(({ changed }) => changed).length, 1, 'the number of those who took it back');
  for (const { pending } of told)
    same(pending?.state, 'withdrawn', 'how it stands for each of them');
}
