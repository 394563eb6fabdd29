import type { Pending } from '../confirmation/pending.js';
import { newGrant, newPending, newRequest } from './store-fixtures.js';
import { RACER } from './store-race-attempts.js';
import type { RaceSize, RaceSteps, RaceStores } from './store-race-reports.js';

const DAY = 86_400_000;
/** Within how long the grants that lapse have lapsed, one after the other. */
const LAPSING_MS = 3_000;
/** How many may wait at once: as many as a race is made of. */
const MOST = 1_000_000;

/**
 * Fills a store that holds nothing yet with what is raced for below the door: less of it than there
 * will be attempts. Names are short, since a process may be told of no more than 128 KiB at its start.
 */
export async function prepareSteps(
  { store }: RaceStores,
  { proposals, grants, uses }: RaceSize,
): Promise<RaceSteps> {
  const few = Math.max(2, Math.ceil(uses / 4));
  const give = async (id: string, lastsMs: number, counted?: { readonly uses: number }) => {
    await store.addGrant(newGrant(id, { holder: RACER, lastsMs, ...counted }));
  };
  const scene: RaceSteps = {
    tokens: named('token-', proposals),
    grants: named('grant-', grants).map((id) => ({ id, uses: few })),
    keys: named('key-', proposals),
    turns: named('turn:', grants),
    perTurn: few,
    proposals: named('proposal-', 2 * proposals),
    requests: named('request-', proposals),
    lapsing: named('lapsing-', Math.ceil(proposals / 2)),
    oldRevision: (await store.policyRevision()) - 1,
  };
  for (const id of scene.tokens) await approve({ store }, await put({ store }, id));
  for (const id of scene.proposals) await put({ store }, id);
  for (const id of scene.requests) await ask({ store }, id);
  for (const { id } of scene.grants) await give(id, DAY, { uses: few });
  for (const [at, id] of scene.lapsing.entries())
    await give(id, (LAPSING_MS * (1 + at)) / scene.lapsing.length);
  return scene;
}

const named = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, number) => `${name}${number + 1}`);

async function put({ store }: RaceStores, id: string): Promise<Pending> {
  const wish = { principal: RACER, args: id, ttlMs: DAY, maxOpen: MOST } as const;
  const pending = await store.openPending(newPending(id, wish));
  if (pending === 'too_many_pending') throw new Error('a proposal was one too many');
  return pending;
}

async function approve({ store }: RaceStores, { id, disclosure }: Pending): Promise<void> {
  const yes = { state: 'approved', by: 'olga', ttlMs: DAY } as const;
  if (!(await store.decide(id, disclosure.digest, yes)).changed)
    throw new Error('an open proposal could not be approved');
}

async function ask({ store }: RaceStores, id: string): Promise<void> {
  const wish = { principal: RACER, ttlMs: DAY, maxOpen: MOST } as const;
  const request = await store.openRequest(newRequest(id, wish));
  if (request === 'too_many_requests') throw new Error('a request was one too many');
}
