import { deepFreeze } from '../../internal/freeze.js';

/** How many rows of one kind are kept; beyond that the oldest that have ended go first. */
export const KEEP_MOST = 10_000;

/** What is kept under its id. */
interface Row {
  readonly id: string;
}

/** Keeps a row, frozen, in the place of the one with its id. */
export function put<R extends Row>(rows: Map<string, R>, row: R): R {
  rows.set(row.id, deepFreeze(row));
  return row;
}

/** Makes room: what has ended goes, the oldest first; what is in force stays. */
export function makeRoom<R extends Row>(rows: Map<string, R>, hasEnded: (row: R) => boolean): void {
  for (const row of rows.values()) {
    if (rows.size < KEEP_MOST) return;
    if (hasEnded(row)) rows.delete(row.id);
  }
}
