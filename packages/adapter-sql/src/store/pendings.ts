import type {
  Answer,
  Changed,
  Grant,
  NewGrant,
  NewPending,
  Pending,
  PendingState,
  PendingSteps,
  Provenance,
} from '@sovereign/capabilities';
import type { Database, Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';
import type { PendingRow } from '../database/tables.js';
import { frozen } from './frozen.js';
import { nextInOrder } from './order.js';

/** How long a finished proposal can still be asked after. */
const KEEP_MS = 86_400_000;

const FINAL: ReadonlySet<PendingState> = new Set<PendingState>([
  'spent',
  'declined',
  'expired',
  'withdrawn',
]);

const INSERT = statement(({ db }) =>
  db.insertInto('sovereign_pending').values({
    id: place('id'),
    seq: place('seq'),
    state: place('state'),
    principal: place('principal'),
    asked: place('asked'),
    fingerprint: place('fingerprint'),
    seen: place('seen'),
    grantable: place('grantable'),
    created_at: place('created_at'),
    expires_at: place('expires_at'),
    approved_until: place('approved_until'),
    token_hash: place('token_hash'),
    token_until: place('token_until'),
    body: place('body'),
  }),
);
const UPDATE = statement(({ db }) =>
  db
    .updateTable('sovereign_pending')
    .set({
      state: place('state'),
      fingerprint: place('fingerprint'),
      seen: place('seen'),
      grantable: place('grantable'),
      approved_until: place('approved_until'),
      token_hash: place('token_hash'),
      token_until: place('token_until'),
      body: place('body'),
    })
    .where('id', '=', place('id')),
);
const FIND = statement(({ db }) =>
  db.selectFrom('sovereign_pending').selectAll().where('id', '=', place('id')),
);
const FIND_TO_CHANGE = statement(({ db, lock }) =>
  lock(db.selectFrom('sovereign_pending').selectAll().where('id', '=', place('id'))),
);
const BY_TOKEN = statement(({ db }) =>
  db.selectFrom('sovereign_pending').selectAll().where('token_hash', '=', place('hash')),
);
const BY_TOKEN_TO_CHANGE = statement(({ db, lock }) =>
  lock(db.selectFrom('sovereign_pending').selectAll().where('token_hash', '=', place('hash'))),
);
const ALL = statement(({ db }) =>
  db.selectFrom('sovereign_pending').selectAll().orderBy('created_at').orderBy('seq'),
);
const ALL_OF = statement(({ db }) =>
  db
    .selectFrom('sovereign_pending')
    .selectAll()
    .where('principal', '=', place('principal'))
    .orderBy('created_at')
    .orderBy('seq'),
);
/** What could stand in the way of another one: what waits, and what was declined. */
const IN_THE_WAY = statement(({ db }) =>
  db
    .selectFrom('sovereign_pending')
    .selectAll()
    .where('principal', '=', place('principal'))
    .where('state', 'in', ['open', 'approved', 'declined'])
    .orderBy('created_at')
    .orderBy('seq'),
);
const LAPSE = statement(({ db }) =>
  db
    .updateTable('sovereign_pending')
    .set({ state: 'expired', token_hash: null, token_until: null })
    .where((where) =>
      where.or([
        where.and([where('state', '=', 'open'), where('expires_at', '<=', place('now'))]),
        where.and([where('state', '=', 'approved'), where('approved_until', '<=', place('now'))]),
      ]),
    ),
);
const END_ALL = statement(({ db }) =>
  db
    .updateTable('sovereign_pending')
    .set({ state: 'expired', token_hash: null, token_until: null })
    .where('state', 'in', ['open', 'approved']),
);
const FORGET = statement(({ db }) =>
  db
    .deleteFrom('sovereign_pending')
    .where('state', 'in', [...FINAL])
    .where('expires_at', '<', place('old')),
);

/** What of a proposal no statement looks at. */
type Body = Pick<Pending, 'request' | 'disclosure' | 'origin' | 'provenance'> &
  Partial<Pick<Pending, 'intention' | 'decidedBy' | 'note' | 'modified'>>;

interface Token {
  readonly hash: string | null;
  readonly until: number | null;
}
const NO_TOKEN: Token = { hash: null, until: null };

/** Reads a row as it stands at this moment: time alone ends what time ends. */
function pendingOf(row: PendingRow, now: number): Pending {
  const lapsed =
    (row.state === 'open' && row.expires_at <= now) ||
    (row.state === 'approved' && (row.approved_until ?? 0) <= now);
  return frozen<Pending>({
    id: row.id,
    state: lapsed ? 'expired' : (row.state as PendingState), // INVARIANT: only states are written
    fingerprint: row.fingerprint,
    asked: row.asked,
    ...(JSON.parse(row.body) as Body),
    grantable: row.grantable === 1,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...(row.approved_until !== null && { approvedUntil: row.approved_until }),
  });
}

function rowOf(pending: Pending, token: Token): PendingRow {
  const { request, disclosure, origin, provenance, intention, decidedBy, note, modified } = pending;
  const kept = !FINAL.has(pending.state);
  const body: Body = {
    request,
    disclosure,
    origin,
    provenance,
    ...(intention !== undefined && { intention }),
    ...(decidedBy !== undefined && { decidedBy }),
    ...(note !== undefined && { note }),
    ...(modified !== undefined && { modified }),
  };
  return {
    id: pending.id,
    seq: 0,
    state: pending.state,
    principal: request.principal,
    asked: pending.asked,
    fingerprint: pending.fingerprint,
    seen: disclosure.digest,
    grantable: Number(pending.grantable),
    created_at: pending.createdAt,
    expires_at: pending.expiresAt,
    approved_until: pending.approvedUntil ?? null,
    token_hash: kept ? token.hash : null,
    token_until: kept ? token.until : null,
    body: JSON.stringify(body),
  };
}

async function put(tx: Tx, pending: Pending, token: Token): Promise<Pending> {
  await tx.run(UPDATE, { ...rowOf(pending, token) });
  return frozen(pending);
}

interface Held {
  readonly pending: Pending;
  readonly token: Token;
}

/** Finds one and holds it, so that nobody else changes it before this step ends. */
async function hold(tx: Tx, id: string): Promise<Held | undefined> {
  const row = await tx.get(FIND_TO_CHANGE, { id });
  return row && heldOf(row, await tx.now());
}

const heldOf = (row: PendingRow, now: number): Held => ({
  pending: pendingOf(row, now),
  token: { hash: row.token_hash, until: row.token_until },
});

const has = (marks: readonly Provenance[], { path, source, trust }: Provenance): boolean =>
  marks.some((one) => one.path === path && one.source === source && one.trust === trust);

/** Whether the second list says all that the first does, and more. */
const addsTo = (marks: readonly Provenance[], wanted: readonly Provenance[]): boolean =>
  marks.every((mark) => has(wanted, mark)) && !wanted.every((mark) => has(marks, mark));

async function foresee(
  tx: Tx,
  principal: string,
  { fingerprint, maxOpen }: Pick<NewPending, 'fingerprint' | 'maxOpen'>,
): Promise<Held | 'too_many_pending' | 'fresh'> {
  const rows = await tx.all(IN_THE_WAY, { principal });
  const now = await tx.now();
  const mine = rows.map((row) => heldOf(row, now));
  const same = mine.find(
    ({ pending }) =>
      pending.asked === fingerprint && (!FINAL.has(pending.state) || isStill(pending, now)),
  );
  if (same !== undefined) return same;
  const open = mine.filter(({ pending }) => !FINAL.has(pending.state)).length;
  return open < maxOpen ? 'fresh' : 'too_many_pending';
}

/** A no that is still in force. */
const isStill = ({ state, expiresAt }: Pending, now: number): boolean =>
  state === 'declined' && expiresAt > now;

async function open(tx: Tx, wanted: NewPending): Promise<Pending | 'too_many_pending'> {
  const { ttlMs, maxOpen, ...row } = wanted;
  const { principal } = row.request;
  await tx.alone(`pending:${principal}`);
  const found = await foresee(tx, principal, { fingerprint: row.fingerprint, maxOpen });
  if (found === 'too_many_pending') return found;
  if (found !== 'fresh') {
    const kept = await again(tx, found, wanted);
    if (kept !== undefined) return kept;
    await put(tx, { ...found.pending, state: 'withdrawn' }, NO_TOKEN);
  }
  const createdAt = await tx.now();
  const pending: Pending = frozen({
    ...row,
    asked: row.fingerprint,
    state: 'open' as const,
    createdAt,
    expiresAt: createdAt + ttlMs,
  });
  await tx.run(INSERT, { ...rowOf(pending, NO_TOKEN), seq: nextInOrder() });
  return pending;
}

/** The row that is there when the same is proposed again; undefined where it has to give way. */
async function again(tx: Tx, held: Held, wanted: NewPending): Promise<Pending | undefined> {
  if (held.pending.state === 'declined') return held.pending;
  const { provenance, disclosure } = wanted;
  const loses = held.pending.grantable && !wanted.grantable;
  const row = loses
    ? await put(tx, { ...held.pending, grantable: false }, held.token)
    : held.pending;
  if (!addsTo(row.provenance, provenance)) return row;
  // What the person saw, or is looking at, said less of where this came from. Where a person changed
  // the arguments, the new disclosure is not of what would run.
  return row.state === 'open' && row.fingerprint === wanted.fingerprint
    ? put(tx, { ...row, provenance, disclosure }, held.token)
    : undefined;
}

function decided(row: Pending, answer: Answer, now: number): Pending {
  const by = { ...row, state: answer.state, decidedBy: answer.by };
  if (answer.state === 'approved') return { ...by, approvedUntil: now + answer.ttlMs };
  return answer.state === 'declined' && answer.note !== undefined
    ? { ...by, note: answer.note }
    : by;
}

/** Finds the approved proposal behind a token, if it is for what is proposed, and holds it. */
export async function redeem(tx: Tx, hash: string, proposed: string | undefined): Promise<boolean> {
  const row = await tx.get(BY_TOKEN_TO_CHANGE, { hash });
  const held = row && heldOf(row, await tx.now());
  if (held === undefined || (held.token.until ?? 0) <= (await tx.now())) return false;
  const { pending } = held;
  if (pending.state !== 'approved') return false;
  if (pending.asked !== proposed && pending.fingerprint !== proposed) return false;
  await put(tx, { ...pending, state: 'spent' }, NO_TOKEN);
  return true;
}

/** Ends what time has ended, forgets what is long finished; tells how many were ended. */
export async function sweepPending(tx: Tx): Promise<number> {
  const now = await tx.now();
  const lapsed = await tx.run(LAPSE, { now });
  await tx.run(FORGET, { old: now - KEEP_MS });
  return lapsed;
}

/** Ends everything that waits or was approved: the clock cannot be believed. */
export async function endAllPending(tx: Tx): Promise<void> {
  await tx.run(END_ALL);
}

/** Keeps proposals in a database. */
export function pendingSteps(
  database: Database,
  addGrant: (tx: Tx, grant: NewGrant) => Promise<Grant>,
): PendingSteps {
  const change = (
    id: string,
    fits: (row: Pending) => boolean,
    to: (row: Pending, now: number) => Pending,
    also?: (tx: Tx) => Promise<Grant | undefined>,
  ): Promise<Changed> =>
    database.write<Changed>(async (tx) => {
      const held = await hold(tx, id);
      if (held?.pending.state !== 'open' || !fits(held.pending))
        return { changed: false, pending: held?.pending };
      const pending = await put(tx, to(held.pending, await tx.now()), NO_TOKEN);
      const grant = await also?.(tx);
      return { changed: true, pending, ...(grant !== undefined && { grant }) };
    });

  return Object.freeze<PendingSteps>({
    foreseePending: ({ principal, ...wanted }) =>
      database.read(async (tx) => {
        const found = await foresee(tx, principal, wanted);
        return typeof found === 'string' ? found : found.pending;
      }),
    openPending: (wanted) => database.write((tx) => open(tx, wanted)),
    findPending: (id) =>
      database.read(async (tx) => {
        const row = await tx.get(FIND, { id });
        return row && pendingOf(row, await tx.now());
      }),
    findByToken: (hash) =>
      database.read(async (tx) => {
        const row = await tx.get(BY_TOKEN, { hash });
        const now = await tx.now();
        if (row === undefined || (row.token_until ?? 0) <= now) return undefined;
        const pending = pendingOf(row, now);
        return pending.state === 'approved' ? pending : undefined;
      }),
    listPending: ({ principal, states } = {}) =>
      database.read(async (tx) => {
        const rows =
          principal === undefined ? await tx.all(ALL) : await tx.all(ALL_OF, { principal });
        const now = await tx.now();
        return rows
          .map((row) => pendingOf(row, now))
          .filter(({ state }) => states === undefined || states.includes(state));
      }),
    decide: (id, seen, answer) =>
      change(
        id,
        ({ disclosure }) =>
          seen === undefined ? answer.state === 'withdrawn' : disclosure.digest === seen,
        (row, now) => decided(row, answer, now),
        async (tx) =>
          answer.state === 'approved' && answer.grant !== undefined
            ? addGrant(tx, answer.grant)
            : undefined,
      ),
    modify: (id, seen, modification) =>
      change(
        id,
        ({ disclosure }) => disclosure.digest === seen,
        (row) => ({ ...row, ...modification }),
      ),
    revoke: (id) =>
      database.write<void>(async (tx) => {
        const held = await hold(tx, id);
        if (held !== undefined && !FINAL.has(held.pending.state))
          await put(tx, { ...held.pending, state: 'withdrawn' }, NO_TOKEN);
      }),
    mint: (id, hash, ttlMs) =>
      database.write(async (tx) => {
        const held = await hold(tx, id);
        if (held?.pending.state !== 'approved') return undefined;
        const until = Math.min((await tx.now()) + ttlMs, held.pending.approvedUntil ?? 0);
        await put(tx, held.pending, { hash, until });
        return until;
      }),
  });
}
