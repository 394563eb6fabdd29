import type { NewPending, Pending, Provenance, Wanted } from '@sovereign/capabilities';
import type { Tx } from '../database/database.js';
import { place, statement, type Builder } from '../database/statement.js';
import { heldOf, insert, isFinal, NO_TOKEN, put, type Held } from './pending-row.js';

/** What could stand in the way of another one: what waits, and a no that is in force. */
const inTheWay = ({ db }: Builder) =>
  db
    .selectFrom('sovereign_pending')
    .selectAll()
    .where('principal', '=', place('principal'))
    .where((where) =>
      where.or([
        where('state', 'in', ['open', 'approved']),
        where.and([where('state', '=', 'declined'), where('expires_at', '>', place('now'))]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('seq');
const IN_THE_WAY = statement(inTheWay);
/** The same, held: what is found may be written anew, and must not undo what a person decides meanwhile. */
const HELD_IN_THE_WAY = statement((builder) => builder.lock(inTheWay(builder)));

/** What putting a proposal would come to; where it is about to be put, what is found is held. */
export async function foresee(
  tx: Tx,
  { principal, fingerprint, maxOpen }: Wanted,
  to?: 'put',
): Promise<Held | 'too_many_pending' | 'fresh'> {
  const among = to === 'put' ? HELD_IN_THE_WAY : IN_THE_WAY;
  const rows = await tx.all(among, { principal, now: await tx.now() });
  const now = await tx.now();
  const mine = rows
    .map((row) => heldOf(row, now))
    .filter(({ pending }) => !isFinal(pending) || isStill(pending, now));
  const same = mine.find(({ pending }) => pending.asked === fingerprint);
  if (same !== undefined) return same;
  const open = mine.filter(({ pending }) => !isFinal(pending)).length;
  return open < maxOpen ? 'fresh' : 'too_many_pending';
}

/** A no that is still in force. */
const isStill = ({ state, expiresAt }: Pending, now: number): boolean =>
  state === 'declined' && expiresAt > now;

/** Puts a proposal before a person, or gives the one that is there already. */
export async function openPending(
  tx: Tx,
  wanted: NewPending,
): Promise<Pending | 'too_many_pending'> {
  const { ttlMs, maxOpen, ...row } = wanted;
  const { fingerprint, request } = row;
  const { principal } = request;
  await tx.alone(`pending:${principal}`);
  const found = await foresee(tx, { principal, fingerprint, maxOpen }, 'put');
  if (found === 'too_many_pending') return found;
  if (found !== 'fresh') {
    const { pending, givesWay } = await again(tx, found, wanted);
    if (!givesWay) return pending;
    await put(tx, { ...pending, state: 'withdrawn' }, NO_TOKEN);
  }
  const createdAt = await tx.now();
  const expiresAt = createdAt + ttlMs;
  return insert(tx, { ...row, asked: fingerprint, state: 'open', createdAt, expiresAt });
}

interface Known {
  readonly pending: Pending;
  readonly givesWay: boolean;
}

/** The one that is there when the same is proposed again, and whether it has to give way. */
async function again(tx: Tx, { pending: found, token }: Held, wanted: NewPending): Promise<Known> {
  if (found.state === 'declined') return { pending: found, givesWay: false };
  const pending =
    found.grantable && !wanted.grantable
      ? await put(tx, { ...found, grantable: false }, token)
      : found;
  const { provenance, disclosure } = wanted;
  if (!addsTo(pending.provenance, provenance)) return { pending, givesWay: false };
  // What the person saw, or is looking at, said less of where this came from. Where a person changed
  // the arguments, the new disclosure is not of what would run.
  return pending.state === 'open' && pending.fingerprint === wanted.fingerprint
    ? { pending: await put(tx, { ...pending, provenance, disclosure }, token), givesWay: false }
    : { pending, givesWay: true };
}

/** Whether the second list says all that the first does, and more. */
const addsTo = (marks: readonly Provenance[], wanted: readonly Provenance[]): boolean =>
  marks.every((mark) => has(wanted, mark)) && !wanted.every((mark) => has(marks, mark));

const has = (marks: readonly Provenance[], { path, source, trust }: Provenance): boolean =>
  marks.some((one) => one.path === path && one.source === source && one.trust === trust);
