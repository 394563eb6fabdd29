import { claim, same } from './claims.js';
import { race, type Scene, type StoreTrial } from './store-scene.js';

/** What a store must do with rules. */
export const POLICY_TRIALS: readonly StoreTrial[] = [
  { title: 'rules change only from the revision that was read', trial: changes },
  { title: 'rules are kept as they were written, and every revision stays readable', trial: keeps },
  { title: 'nothing is begun under rules that have changed', trial: beginsUnderPresentRules },
  { title: 'nothing that was handed in or out changes rules that are kept', trial: areTheirOwn },
];

async function changes(scene: Scene): Promise<void> {
  const { store } = scene;
  same(await store.policyRevision(), 0, 'the revision at first');
  same(await store.policy(), { revision: 0, rules: [] }, 'the rules at first');
  for (const from of [-1, 1, 7])
    same(
      await store.changePolicy(from, [{ id: 'early' }]),
      { changed: false, policy: { revision: 0, rules: [] } },
      'changing them from a revision that is not there',
    );
  const changed = await race(scene, 10, (peer, racer) =>
    peer.changePolicy(0, [{ id: `r${racer}` }]),
  );
  const winners = changed.filter((one) => one.changed);
  same(winners.length, 1, 'how many changed them');
  const rules = [{ id: `r${changed.findIndex((one) => one.changed)}` }];
  same(winners[0]?.policy, { revision: 1, rules }, 'what the one who changed them is told');
  for (const { policy } of changed) same(policy, { revision: 1, rules }, 'how they stand for each');
  same(await store.policyRevision(), 1, 'the revision then');
  same(await store.policy(), { revision: 1, rules }, 'the rules then');
  same(
    await store.changePolicy(0, []),
    { changed: false, policy: { revision: 1, rules } },
    'what a late change is told',
  );
}

async function keeps(scene: Scene): Promise<void> {
  const { store } = scene;
  const rules = [
    { id: 'one', capability: '*', target: '/é😀\u0000', hours: { from: '22:00', to: '06:00' } },
    { id: 'two', '10': [null, -1.5e-7], '9': {} },
  ];
  await store.changePolicy(0, rules);
  await store.changePolicy(1, []);
  await store.changePolicy(2, [{ id: 'three' }]);
  same(await store.policy(0), { revision: 0, rules: [] }, 'the rules before any were written');
  same(await store.policy(1), { revision: 1, rules }, 'the rules as they were');
  same(
    JSON.stringify((await store.policy(1))?.rules),
    JSON.stringify(rules),
    'their text, in the order it was written',
  );
  same(await store.policy(2), { revision: 2, rules: [] }, 'the rules when all were taken back');
  same(
    await store.policy(3),
    { revision: 3, rules: [{ id: 'three' }] },
    'the present ones by name',
  );
  for (const none of [4, -1]) same(await store.policy(none), undefined, 'the rules of no revision');
}

async function beginsUnderPresentRules(scene: Scene): Promise<void> {
  const { store } = scene;
  const grant = await store.addGrant(scene.grant({ uses: 1 }));
  const { id, fingerprint } = await scene.approve();
  const tokenHash = await scene.mint(id);
  await store.changePolicy(0, []);
  for (const policyRevision of [0, 2, -1]) {
    const claims = { grant: grant.id, tokenHash, fingerprint, turn: 'turn:1', key: 'k' };
    same(
      await scene.begin({ ...claims, policyRevision }),
      { ok: false, code: 'policy_changed' },
      'beginning under other rules',
    );
  }
  same((await store.findGrant(grant.id))?.used, 0, 'how often the grant was used');
  same((await store.findByToken(tokenHash))?.id, id, 'what is found by the token');
  same(await store.turnCount('turn:1', 'fixture.touch'), 0, 'how often it ran in the turn');
  same(
    await store.recorded('person:ada', 'k', fingerprint),
    { state: 'unseen' },
    'what is under the key',
  );
  same(
    await scene.begin({ policyRevision: 1, grant: grant.id }),
    { ok: true, grantSpent: true },
    'beginning under the present ones',
  );
  const { policyRevision: _, ...unruled } = scene.intent();
  same(await store.begin(unruled), { ok: true }, 'beginning where another policy rules');
}

async function areTheirOwn(scene: Scene): Promise<void> {
  const { store } = scene;
  const rules = [{ id: 'one', list: ['as it was written'] }];
  const { policy: changed } = await store.changePolicy(0, rules);
  const kept = JSON.stringify(await store.policy());
  for (const policy of [{ rules }, changed, await store.policy(), await store.policy(1)]) {
    const [rule] = policy?.rules ?? [];
    claim(rule !== undefined, 'a rule that was written cannot be read');
    Reflect.set(rule, 'id', 'changed later');
    Reflect.set(rule['list'] as unknown[], 0, 'changed later');
    Reflect.set(policy?.rules ?? [], 1, { id: 'added later' });
  }
  same(JSON.stringify(await store.policy()), kept, 'what is kept');
}
