import type { DecisionEntry, DecisionLog } from '@sovereign/capabilities';
import type { Database } from '../database/database.js';
import { place, statement } from '../database/statement.js';
import { frozen } from './frozen.js';
import { nextInOrder } from './order.js';

// There is no statement that changes a decision: what was decided stays decided.
const INSERT = statement(({ db }) =>
  db.insertInto('sovereign_decisions').values({
    id: place('id'),
    seq: place('seq'),
    pending_id: place('pending_id'),
    time: place('time'),
    entry: place('entry'),
  }),
);
const ALL = statement(({ db }) =>
  db.selectFrom('sovereign_decisions').select('entry').orderBy('time').orderBy('seq'),
);
const OF = statement(({ db }) =>
  db
    .selectFrom('sovereign_decisions')
    .select('entry')
    .where('pending_id', '=', place('pending_id'))
    .orderBy('time')
    .orderBy('seq'),
);

/** Keeps what persons decided, with arguments, in a database. */
export function sqlDecisionLog(database: Database): DecisionLog {
  return Object.freeze<DecisionLog>({
    append: (entry) =>
      database.write<void>(async (tx) => {
        await tx.run(INSERT, {
          id: crypto.randomUUID(),
          seq: nextInOrder(),
          pending_id: entry.pendingId,
          time: entry.time,
          entry: JSON.stringify(entry),
        });
      }),
    read: (pendingId) =>
      database.read(async (tx) => {
        const rows =
          pendingId === undefined ? await tx.all(ALL) : await tx.all(OF, { pending_id: pendingId });
        return rows.map(({ entry }) => frozen(JSON.parse(entry) as DecisionEntry));
      }),
  });
}
