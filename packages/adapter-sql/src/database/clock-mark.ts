import type { Tx } from './database.js';
import { place, statement } from './statement.js';

/** How far behind the highest time seen a process may start. Source: decision «Time». */
export const TOLERANCE_MS = 5_000;

/** Writes down how late it is, unless it was later before. */
export const RAISE_MARK = statement(({ db }) =>
  db
    .insertInto('sovereign_marks')
    .values({ name: 'clock', value: place('now') })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: place('now') })
        .where('sovereign_marks.value', '<', place('now')),
    ),
);

const READ_MARK = statement(({ db }) =>
  db.selectFrom('sovereign_marks').select('value').where('name', '=', 'clock'),
);

const SET_MARK = statement(({ db }) =>
  db
    .updateTable('sovereign_marks')
    .set({ value: place('now') })
    .where('name', '=', 'clock'),
);

/** The highest time that anybody saw. */
export async function readMark(tx: Tx): Promise<number> {
  return (await tx.get(READ_MARK))?.value ?? 0;
}

/** Takes the present as the highest time seen, whatever was seen before. */
export async function resetMark(tx: Tx, now: number): Promise<void> {
  await tx.run(SET_MARK, { now });
}
