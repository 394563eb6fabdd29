import type { Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';

/** How long an outcome is held under its key. */
export const KEEP_KEY_MS = 86_400_000;
/** How long an attempt may run at most: two timeouts of a day each, and five seconds. */
const LONGEST_MS = 2 * 86_400_000 + 5_000;

const INTENTS = statement(({ db }) =>
  db
    .updateTable('sovereign_intents')
    .set(({ eb }) => ({
      deadline: eb(eb.val<number>(place('now')), '+', eb('deadline', '-', eb.ref('begun_at'))),
      begun_at: place('now'),
    }))
    .where('begun_at', '>', place('now')),
);
const KEYS = statement(({ db }) =>
  db
    .updateTable('sovereign_keys')
    .set({ until: place('until') })
    .where('settled', 'is not', null)
    .where('until', '>', place('until')),
);
const RUNNING_KEYS = statement(({ db }) =>
  db
    .updateTable('sovereign_keys')
    .set({ until: place('until') })
    .where('settled', 'is', null)
    .where('until', '>', place('until')),
);
const TURNS = statement(({ db }) =>
  db
    .updateTable('sovereign_turns')
    .set({ touched_at: place('now') })
    .where('touched_at', '>', place('now')),
);
const waiting = (table: 'sovereign_pending' | 'sovereign_requests') =>
  statement(({ db }) =>
    db
      .updateTable(table)
      .set(({ eb }) => ({
        expires_at: eb(
          eb.val<number>(place('now')),
          '+',
          eb('expires_at', '-', eb.ref('created_at')),
        ),
        created_at: place('now'),
      }))
      .where('created_at', '>', place('now')),
  );
const PENDING = waiting('sovereign_pending');
const REQUESTS = waiting('sovereign_requests');
const CHECKPOINT = statement(({ db }) =>
  db
    .updateTable('sovereign_marks')
    .set({ value: place('now') })
    .where('name', '=', 'checkpoint')
    .where('value', '>', place('now')),
);

/**
 * Brings back what was written at a time that has yet to come: it begins now, and lasts as long as it
 * was to last. Else an attempt could not be closed, an outcome would be held and a no would stand for
 * as long as the clock was ahead. Run twice, it takes nothing from what it left the first time.
 */
export async function bringBack(tx: Tx, now: number): Promise<void> {
  for (const one of [INTENTS, TURNS, PENDING, REQUESTS, CHECKPOINT]) await tx.run(one, { now });
  await tx.run(KEYS, { until: now + KEEP_KEY_MS });
  await tx.run(RUNNING_KEYS, { until: now + LONGEST_MS + KEEP_KEY_MS });
}
