import type { Pending, PendingState } from '@sovereign/capabilities';
import type { Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';
import type { PendingRow } from '../database/tables.js';
import { frozen } from './frozen.js';
import { nextInOrder } from './order.js';

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
const HOLD = statement(({ db, lock }) =>
  lock(db.selectFrom('sovereign_pending').selectAll().where('id', '=', place('id'))),
);

/** The token of an approved proposal, if it has one. */
export interface Token {
  readonly hash: string | null;
  readonly until: number | null;
}
export const NO_TOKEN: Token = Object.freeze({ hash: null, until: null });

/** A proposal as it stands, with its token. */
export interface Held {
  readonly pending: Pending;
  readonly token: Token;
}

/** What of a proposal no statement looks at. */
type Body = Pick<Pending, 'request' | 'disclosure' | 'origin' | 'provenance'> &
  Partial<Pick<Pending, 'intention' | 'decidedBy' | 'note' | 'modified'>>;

/** Whether nothing changes a proposal in this state any more. */
export const isFinal = ({ state }: Pick<Pending, 'state'>): boolean => FINAL.has(state);

/** Reads a row as it stands at this moment: time alone ends what time ends. */
export function pendingOf(row: PendingRow, now: number): Pending {
  const lapsed =
    (row.state === 'open' && row.expires_at <= now) ||
    (row.state === 'approved' && (row.approved_until ?? 0) <= now);
  return frozen<Pending>({
    id: row.id,
    state: lapsed ? 'expired' : (row.state as PendingState), // INVARIANT: only states are written
    fingerprint: row.fingerprint,
    asked: row.asked,
    ...(JSON.parse(row.body) as Body), // INVARIANT: written by `rowOf`
    grantable: row.grantable === 1,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...(row.approved_until !== null && { approvedUntil: row.approved_until }),
  });
}

/** The same, with its token. */
export const heldOf = (row: PendingRow, now: number): Held => ({
  pending: pendingOf(row, now),
  token: { hash: row.token_hash, until: row.token_until },
});

/** Finds one and holds it, so that nobody else changes it before this step ends. */
export async function hold(tx: Tx, id: string): Promise<Held | undefined> {
  const row = await tx.get<PendingRow>(HOLD, { id });
  return row && heldOf(row, await tx.now());
}

/** Writes one down that is new. */
export async function insert(tx: Tx, pending: Pending): Promise<Pending> {
  await tx.run(INSERT, { ...rowOf(pending, NO_TOKEN), seq: nextInOrder() });
  return frozen(pending);
}

/** Writes down how one that is held stands now. What is final has no token. */
export async function put(tx: Tx, pending: Pending, token: Token): Promise<Pending> {
  await tx.run(UPDATE, { ...rowOf(pending, isFinal(pending) ? NO_TOKEN : token) });
  return frozen(pending);
}

function rowOf(pending: Pending, token: Token): Omit<PendingRow, 'seq'> {
  const { request, disclosure, origin, provenance, intention, decidedBy, note, modified } = pending;
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
    state: pending.state,
    principal: request.principal,
    asked: pending.asked,
    fingerprint: pending.fingerprint,
    seen: disclosure.digest,
    grantable: Number(pending.grantable),
    created_at: pending.createdAt,
    expires_at: pending.expiresAt,
    approved_until: pending.approvedUntil ?? null,
    token_hash: token.hash,
    token_until: token.until,
    body: JSON.stringify(body),
  };
}
