import type { Pending } from '@sovereign/capabilities';
import type { Tx } from '../database/database.js';
import { place, statement, type Builder } from '../database/statement.js';
import type { PendingRow } from '../database/tables.js';
import { heldOf, hold, NO_TOKEN, put } from './pending-row.js';

const byHash = ({ db }: Builder) =>
  db.selectFrom('sovereign_pending').selectAll().where('token_hash', '=', place('hash'));
const BY_HASH = statement(byHash);
const HELD_BY_HASH = statement((builder) => builder.lock(byHash(builder)));

/** The approved proposal whose token this is, at this moment. */
export async function findByToken(tx: Tx, hash: string): Promise<Pending | undefined> {
  const row = await tx.get(BY_HASH, { hash });
  return row && approvedBy(row, await tx.now());
}

/** Spends the approved proposal whose token this is, if it is for what is proposed; else nothing is burnt. */
export async function redeem(tx: Tx, hash: string, proposed: string | undefined): Promise<boolean> {
  const row = await tx.get(HELD_BY_HASH, { hash });
  const pending = row && approvedBy(row, await tx.now());
  // The request as asked, or as a person changed it.
  if (pending === undefined || (pending.asked !== proposed && pending.fingerprint !== proposed))
    return false;
  await put(tx, { ...pending, state: 'spent' }, NO_TOKEN);
  return true;
}

/** Makes this the one token of an approved proposal; gives the time it ends, or undefined. */
export async function mint(
  tx: Tx,
  id: string,
  token: { readonly hash: string; readonly ttlMs: number },
): Promise<number | undefined> {
  const held = await hold(tx, id);
  if (held?.pending.state !== 'approved') return undefined;
  const until = Math.min((await tx.now()) + token.ttlMs, held.pending.approvedUntil ?? 0);
  await put(tx, held.pending, { hash: token.hash, until });
  return until;
}

function approvedBy(row: PendingRow, now: number): Pending | undefined {
  const { pending, token } = heldOf(row, now);
  return pending.state === 'approved' && (token.until ?? 0) > now ? pending : undefined;
}
