import type { Grant, GrantState, GrantSteps, NewGrant } from '@sovereign/capabilities';
import type { Database, Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';
import type { GrantRow } from '../database/tables.js';
import { frozen } from './frozen.js';
import { nextInOrder } from './order.js';

const INSERT = statement(({ db }) =>
  db.insertInto('sovereign_grants').values({
    id: place('id'),
    seq: place('seq'),
    holder: place('holder'),
    state: 'live',
    used: 0,
    uses: place('uses'),
    created_at: place('created_at'),
    starts_at: place('starts_at'),
    expires_at: place('expires_at'),
    body: place('body'),
  }),
);
const FIND = statement(({ db }) =>
  db.selectFrom('sovereign_grants').selectAll().where('id', '=', place('id')),
);
const ALL = statement(({ db }) =>
  db.selectFrom('sovereign_grants').selectAll().orderBy('created_at').orderBy('seq'),
);
const ALL_OF = statement(({ db }) =>
  db
    .selectFrom('sovereign_grants')
    .selectAll()
    .where('holder', '=', place('holder'))
    .orderBy('created_at')
    .orderBy('seq'),
);
/** What is live and has not lapsed: the question of every ask. */
const LIVE_OF = statement(({ db }) =>
  db
    .selectFrom('sovereign_grants')
    .selectAll()
    .where('holder', '=', place('holder'))
    .where('state', '=', 'live')
    .where('expires_at', '>', place('now'))
    .orderBy('created_at')
    .orderBy('seq'),
);
/** One use, if there is one left: the condition and the count are one statement. */
const USE = statement(({ db }) =>
  db
    .updateTable('sovereign_grants')
    .set((set) => ({
      used: set('used', '+', 1),
      state: set
        .case()
        .when(set('used', '+', 1), '>=', set.ref('uses'))
        .then('spent')
        .else('live')
        .end(),
    }))
    .where('id', '=', place('id'))
    .where('holder', '=', place('holder'))
    .where('state', '=', 'live')
    .where('starts_at', '<=', place('now'))
    .where('expires_at', '>', place('now'))
    .returning('state'),
);
const REVOKE = statement(({ db }) =>
  db
    .updateTable('sovereign_grants')
    .set({ state: 'revoked', body: place('body') })
    .where('id', '=', place('id'))
    .where('state', '=', 'live')
    .where('expires_at', '>', place('now')),
);
const LAPSED = statement(({ db, lock }) =>
  lock(
    db
      .selectFrom('sovereign_grants')
      .selectAll()
      .where('state', '=', 'live')
      .where('expires_at', '<=', place('now')),
  ),
);
const LAPSE = statement(({ db }) =>
  db
    .updateTable('sovereign_grants')
    .set({ state: 'lapsed' })
    .where('id', '=', place('id'))
    .where('state', '=', 'live'),
);
const END_ALL = statement(({ db }) =>
  db.updateTable('sovereign_grants').set({ state: 'lapsed' }).where('state', '=', 'live'),
);

type Body = Pick<Grant, 'giver' | 'contracts' | 'scope' | 'source'> &
  Partial<Pick<Grant, 'revokedBy'>>;

/** Reads a row as it stands at this moment. */
function grantOf(row: GrantRow, now: number): Grant {
  const lapsed = row.state === 'live' && row.expires_at <= now;
  return frozen<Grant>({
    id: row.id,
    holder: row.holder as Grant['holder'], // INVARIANT: written by `addGrant`
    ...(JSON.parse(row.body) as Body),
    ...(row.uses !== null && { uses: row.uses }),
    state: lapsed ? 'lapsed' : (row.state as GrantState),
    used: row.used,
    createdAt: row.created_at,
    startsAt: row.starts_at,
    expiresAt: row.expires_at,
  });
}

/** Gives a grant within a step. */
export async function addGrant(tx: Tx, grant: NewGrant): Promise<Grant> {
  const { id, holder, giver, contracts, scope, source, startsInMs, lastsMs, uses } = grant;
  const createdAt = await tx.now();
  const startsAt = createdAt + startsInMs;
  const row: GrantRow = {
    id,
    seq: nextInOrder(),
    holder,
    state: 'live',
    used: 0,
    uses: uses ?? null,
    created_at: createdAt,
    starts_at: startsAt,
    expires_at: startsAt + lastsMs,
    body: JSON.stringify({ giver, contracts, scope, source } satisfies Body),
  };
  await tx.run(INSERT, { ...row });
  return grantOf(row, createdAt);
}

/** Takes one use, and tells how the grant stands; undefined where it is not live, not this holder's, or used up. */
export async function useGrant(
  tx: Tx,
  of: { readonly id: string; readonly principal: string; readonly now: number },
): Promise<GrantState | undefined> {
  const used = await tx.get(USE, { id: of.id, holder: of.principal, now: of.now });
  return used?.state as GrantState | undefined; // INVARIANT: the statement writes no other word
}

/** Marks what has lapsed, and tells which were marked by this step. */
export async function sweepGrants(tx: Tx): Promise<readonly Grant[]> {
  const now = await tx.now();
  const lapsed: Grant[] = [];
  for (const row of await tx.all(LAPSED, { now }))
    if ((await tx.run(LAPSE, { id: row.id })) === 1) lapsed.push(grantOf(row, now));
  return lapsed;
}

/** Ends every live grant: the clock cannot be believed. */
export async function endAllGrants(tx: Tx): Promise<void> {
  await tx.run(END_ALL);
}

async function list(
  tx: Tx,
  { holder, states }: { readonly holder?: string; readonly states?: readonly GrantState[] },
): Promise<readonly Grant[]> {
  const now = await tx.now();
  const isUsual = holder !== undefined && states?.length === 1 && states[0] === 'live';
  if (isUsual) return (await tx.all(LIVE_OF, { holder, now })).map((row) => grantOf(row, now));
  const rows = holder === undefined ? await tx.all(ALL) : await tx.all(ALL_OF, { holder });
  return rows
    .map((row) => grantOf(row, now))
    .filter(({ state }) => states === undefined || states.includes(state));
}

/** Keeps grants in a database. */
export function grantSteps(
  database: Database,
): Pick<GrantSteps, 'addGrant' | 'findGrant' | 'listGrants' | 'revokeGrant'> {
  return Object.freeze({
    addGrant: (grant: NewGrant) => database.write((tx) => addGrant(tx, grant)),
    findGrant: (id: string) =>
      database.read(async (tx) => {
        const row = await tx.get(FIND, { id });
        return row && grantOf(row, await tx.now());
      }),
    listGrants: (filter: Parameters<typeof list>[1] = {}) =>
      database.read((tx) => list(tx, filter)),
    revokeGrant: (id: string, by: string) =>
      database.write(async (tx) => {
        const found = await tx.get(FIND, { id });
        if (found === undefined) return { changed: false, grant: undefined };
        const now = await tx.now();
        const body = JSON.stringify({ ...(JSON.parse(found.body) as Body), revokedBy: by });
        const changed = (await tx.run(REVOKE, { id, body, now })) === 1;
        const row = await tx.get(FIND, { id });
        return { changed, grant: row && grantOf(row, now) };
      }),
  });
}
