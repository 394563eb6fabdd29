import { claim, same } from './claims.js';
import { closeOverdue, type Scene, type StoreTrial } from './store-scene.js';

/** What a store must do about time. */
export const TIME_TRIALS: readonly StoreTrial[] = [
  { title: 'its time goes on and never goes back', trial: goesOn },
  {
    title: 'a proposal, an approval and an intent end when their time is over, and not before',
    trial: ends,
  },
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

async function prolongsNothing(scene: Scene): Promise<void> {
  const { store, unit } = scene;
  const pending = await scene.open({ args: ['open'], ttlMs: 2 * unit });
  const approved = await scene.approve({ args: ['approved'], approvalMs: 2 * unit });
  const used = await scene.approve({ args: ['used'], approvalMs: 9 * unit });
  const tokenHash = await scene.mint(used.id, 2 * unit);
  const intent = scene.intent({ deadlineMs: 2 * unit });
  await store.begin(intent);
  await scene.advance(unit);
  await scene.setBack?.(5 * unit);
  await scene.advance(unit);
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
  await scene.advance(unit);
  // Whether anybody looked in between must not matter, so nobody does.
  await scene.setBack?.(9 * unit);
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
