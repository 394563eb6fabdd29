import type {
  AuditSink,
  Begun,
  Intent,
  IntentSteps,
  Overdue,
  Principal,
  Settled,
} from '@sovereign/capabilities';
import type { SqlAuditSink } from '../audit/sql-sink.js';
import { undo, type Database, type Tx, type Undone } from '../database/database.js';
import { place, statement } from '../database/statement.js';
import { useGrant } from './grants.js';
import { settlingKeys, takeKey, type SettleKey } from './keys.js';
import { presentRevision } from './policies.js';
import { redeem } from './tokens.js';
import { takeTurn } from './turns.js';

const INSERT = statement(({ db }) =>
  db.insertInto('sovereign_intents').values({
    id: place('id'),
    capability: place('capability'),
    version: place('version'),
    principal: place('principal'),
    key: place('key'),
    mutating: place('mutating'),
    writer: place('writer'),
    begun_at: place('begun_at'),
    deadline: place('deadline'),
  }),
);
const FIND = statement(({ db, lock }) =>
  lock(db.selectFrom('sovereign_intents').selectAll().where('id', '=', place('id'))),
);
const DELETE = statement(({ db }) =>
  db.deleteFrom('sovereign_intents').where('id', '=', place('id')),
);
const OVERDUE = statement(({ db }) =>
  db
    .selectFrom('sovereign_intents')
    .selectAll()
    .where('deadline', '<=', place('now'))
    .orderBy('deadline'),
);

const refused = (code: Extract<Begun, { ok: false }>['code']): Undone<Begun> =>
  undo<Begun>({ ok: false, code });

/** Claims everything an attempt needs; what cannot be claimed undoes what was. */
async function begin(tx: Tx, intent: Intent, writer: string): Promise<Begun | Undone<Begun>> {
  const { id, principal, capability, key, turn, fingerprint = '' } = intent;
  if (intent.policyRevision !== undefined && intent.policyRevision !== (await presentRevision(tx)))
    return refused('policy_changed');
  if (intent.tokenHash !== undefined && !(await redeem(tx, intent.tokenHash, intent.fingerprint)))
    return refused('confirmation_refused');
  const now = await tx.now();
  const { grant } = intent;
  const used = grant === undefined ? 'none' : await useGrant(tx, { id: grant, principal, now });
  if (used === undefined) return refused('grant_ended');
  const most = intent.maxPerTurn;
  if (most < 1 || (turn !== undefined && !(await takeTurn(tx, { turn, capability, most, now }))))
    return refused('turn_limit');
  const deadline = now + intent.deadlineMs;
  const attempt = { id, principal, key: key ?? '', fingerprint, deadline, now };
  if (key !== undefined && !(await takeKey(tx, attempt))) return refused('key_conflict');
  await tx.run(INSERT, {
    id,
    capability,
    version: intent.version,
    principal,
    key: key ?? null,
    mutating: Number(intent.mutating),
    writer,
    begun_at: now,
    deadline,
  });
  return { ok: true, ...(used === 'spent' && { grantSpent: true }) };
}

async function end(
  tx: Tx,
  id: string,
  { settled, settleKey }: { readonly settled: Settled; readonly settleKey: SettleKey },
): Promise<boolean> {
  const intent = await tx.get(FIND, { id });
  // Another process may have closed it while this one waited for the row.
  if (intent === undefined || (await tx.run(DELETE, { id })) !== 1) return false;
  const { principal, key } = intent;
  if (key !== null) await settleKey(tx, { id, principal, key }, settled);
  return true;
}

/** Keeps intents in a database; their events go into the audit of the same one. */
export function intentSteps(
  database: Database,
  sink: SqlAuditSink & AuditSink,
): Pick<IntentSteps, 'begin' | 'end' | 'overdue'> {
  const settleKey = settlingKeys();
  return Object.freeze<Pick<IntentSteps, 'begin' | 'end' | 'overdue'>>({
    begin: (intent) => database.write((tx) => begin(tx, intent, database.writer)),
    end: (id, settled, event) =>
      event === undefined
        ? database.write((tx) => end(tx, id, { settled, settleKey }))
        : database.writeInOrder(async (tx) => {
            if (!(await end(tx, id, { settled, settleKey }))) return false;
            await sink.appendIn(tx, event);
            return true;
          }),
    overdue: () =>
      database.read(async (tx) => {
        const now = await tx.now();
        const rows = await tx.all(OVERDUE, { now });
        return rows.map(({ id, capability, version, principal, mutating, begun_at }): Overdue => ({
          id,
          capability,
          version,
          principal: principal as Principal, // INVARIANT: written by `begin`
          mutating: mutating === 1,
          ageMs: Math.max(0, now - begun_at),
        }));
      }),
  });
}
