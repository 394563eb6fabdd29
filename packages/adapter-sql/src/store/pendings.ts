import type {
  Answer,
  Changed,
  Grant,
  NewGrant,
  Pending,
  PendingSteps,
} from '@sovereign/capabilities';
import type { Database, Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';
import { foresee, openPending } from './open-pending.js';
import { hold, isFinal, NO_TOKEN, pendingOf, put } from './pending-row.js';
import { findByToken, mint } from './tokens.js';

const FIND = statement(({ db }) =>
  db.selectFrom('sovereign_pending').selectAll().where('id', '=', place('id')),
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

/** Changes what is open, if it fits. */
interface Change {
  fits(pending: Pending): boolean;
  to(pending: Pending, now: number): Pending;
}

async function change(tx: Tx, id: string, { fits, to }: Change): Promise<Changed> {
  const pending = (await hold(tx, id))?.pending;
  if (pending?.state !== 'open' || !fits(pending)) return { changed: false, pending };
  return { changed: true, pending: await put(tx, to(pending, await tx.now()), NO_TOKEN) };
}

function decided(pending: Pending, answer: Answer, now: number): Pending {
  const by = { ...pending, state: answer.state, decidedBy: answer.by };
  if (answer.state === 'approved') return { ...by, approvedUntil: now + answer.ttlMs };
  return answer.state === 'declined' && answer.note !== undefined
    ? { ...by, note: answer.note }
    : by;
}

/** Keeps proposals in a database. `addGrant` gives what a yes for a time gives. */
export function pendingSteps(
  database: Database,
  addGrant: (tx: Tx, grant: NewGrant) => Promise<Grant>,
): PendingSteps {
  return Object.freeze<PendingSteps>({
    foreseePending: (wanted) =>
      database.read(async (tx) => {
        const found = await foresee(tx, wanted);
        return typeof found === 'string' ? found : found.pending;
      }),
    openPending: (wanted) => database.write((tx) => openPending(tx, wanted)),
    findPending: (id) =>
      database.read(async (tx) => {
        const row = await tx.get(FIND, { id });
        return row && pendingOf(row, await tx.now());
      }),
    findByToken: (hash) => database.read((tx) => findByToken(tx, hash)),
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
      database.write<Changed>(async (tx) => {
        const answered = await change(tx, id, {
          fits: ({ disclosure }) =>
            seen === undefined ? answer.state === 'withdrawn' : disclosure.digest === seen,
          to: (pending, now) => decided(pending, answer, now),
        });
        return answered.changed && answer.state === 'approved' && answer.grant !== undefined
          ? { ...answered, grant: await addGrant(tx, answer.grant) }
          : answered;
      }),
    modify: (id, seen, modification) =>
      database.write<Changed>((tx) =>
        change(tx, id, {
          fits: ({ disclosure }) => disclosure.digest === seen,
          to: (pending) => ({ ...pending, ...modification }),
        }),
      ),
    revoke: (id) =>
      database.write<Changed>(async (tx) => {
        const pending = (await hold(tx, id))?.pending;
        if (pending === undefined || isFinal(pending)) return { changed: false, pending };
        return {
          changed: true,
          pending: await put(tx, { ...pending, state: 'withdrawn' }, NO_TOKEN),
        };
      }),
    mint: (id, hash, ttlMs) => database.write((tx) => mint(tx, id, { hash, ttlMs })),
  });
}
