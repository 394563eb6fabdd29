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
/** That the clock was found set back stays written down until a sweep has told it. */
const NOTE_MOVED_BACK = statement(({ db }) =>
  db
    .insertInto('sovereign_marks')
    .values({ name: 'moved_back', value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: 1 })),
);
const UNTOLD = statement(({ db }) =>
  db
    .selectFrom('sovereign_marks')
    .select('value')
    .where('name', '=', 'moved_back')
    .where('value', '=', 1),
);
const TELL_MOVED_BACK = statement(({ db }) =>
  db
    .updateTable('sovereign_marks')
    .set({ value: 0 })
    .where('name', '=', 'moved_back')
    .where('value', '=', 1),
);

/** The highest time that anybody saw. */
export async function readMark(tx: Tx): Promise<number> {
  return (await tx.get(READ_MARK))?.value ?? 0;
}

/** Takes the present as the highest time seen, and notes that it was seen later. */
export async function moveMarkBack(tx: Tx, now: number): Promise<void> {
  await tx.run(SET_MARK, { now });
  await tx.run(NOTE_MOVED_BACK);
}

/** Whether the clock was found set back, and nobody has told it. */
export async function isUntold(tx: Tx): Promise<boolean> {
  return (await tx.get(UNTOLD)) !== undefined;
}

/** The same, for one who tells it in this step: whoever asks next is told that it was not. */
export async function tellMovedBack(tx: Tx): Promise<boolean> {
  return (await tx.run(TELL_MOVED_BACK)) === 1;
}
