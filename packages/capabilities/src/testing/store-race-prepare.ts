import { newGrant, newPending, newRequest } from './store-fixtures.js';
import { RACER } from './store-race-attempts.js';
import type {
  RaceGrant,
  RaceSize,
  RaceStores,
  RaceSteps,
  RaceWaiting,
} from './store-race-reports.js';

const DAY = 86_400_000;
/** Within how long the grants that lapse have lapsed, one after the other. */
const LAPSING_MS = 3_000;
/** How many may wait at once: as many as a race is made of. */
const MOST = 1_000_000;

/** Fills a store with what is raced for below the door: less of it than there will be attempts. */
export async function prepareSteps(
  { store }: RaceStores,
  { proposals, grants, uses }: RaceSize,
): Promise<RaceSteps> {
  const few = Math.max(2, Math.ceil(uses / 4));
  const counted = async (): Promise<RaceGrant> => {
    const wanted = newGrant(crypto.randomUUID(), { holder: RACER, lastsMs: DAY, uses: few });
    return { id: (await store.addGrant(wanted)).id, uses: few };
  };
  return {
    tokens: await several(proposals, (number) => approved({ store }, number)),
    grants: await several(grants, counted),
    keys: await several(proposals, () => crypto.randomUUID()),
    turns: await several(grants, () => `turn:${crypto.randomUUID()}`),
    perTurn: few,
    proposals: await several(2 * proposals, async (number) => {
      const { id, seen } = await put({ store }, ['waits', number]);
      return { id, seen };
    }),
    requests: await several(proposals, () => asked({ store })),
    lapsing: await several(proposals, async (number) => {
      const lastsMs = (LAPSING_MS * (1 + number)) / proposals;
      return (await store.addGrant(newGrant(crypto.randomUUID(), { holder: RACER, lastsMs }))).id;
    }),
    oldRevision: (await store.policyRevision()) - 1,
  };
}

async function several<T>(count: number, make: (number: number) => T | Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let number = 0; number < count; number += 1) made.push(await make(number));
  return made;
}

async function put(
  { store }: RaceStores,
  args: readonly [string, number],
): Promise<RaceWaiting & { readonly fingerprint: string }> {
  const wish = { principal: RACER, args, ttlMs: DAY, maxOpen: MOST } as const;
  const pending = await store.openPending(newPending(crypto.randomUUID(), wish));
  if (pending === 'too_many_pending') throw new Error('a proposal was one too many');
  const { id, disclosure, fingerprint } = pending;
  return { id, seen: disclosure.digest, fingerprint };
}

async function approved(
  stores: RaceStores,
  number: number,
): Promise<{ readonly id: string; readonly fingerprint: string }> {
  const { id, seen, fingerprint } = await put(stores, ['runs', number]);
  const yes = { state: 'approved', by: 'olga', ttlMs: DAY } as const;
  if (!(await stores.store.decide(id, seen, yes)).changed)
    throw new Error('an open proposal could not be approved');
  return { id, fingerprint };
}

async function asked({ store }: RaceStores): Promise<RaceWaiting> {
  const wish = { principal: RACER, ttlMs: DAY, maxOpen: MOST } as const;
  const request = await store.openRequest(newRequest(crypto.randomUUID(), wish));
  if (request === 'too_many_requests') throw new Error('a request was one too many');
  return { id: request.id, seen: request.digest };
}
