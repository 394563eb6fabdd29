/** How long a note may be, in characters: what fits on a screen. */
const MAX_NOTE = 2_000;

/** Whether this is what a person may add to a decision, or nothing. */
export const isNote = (note: unknown): boolean =>
  note === undefined ||
  (typeof note === 'string' && note.length <= MAX_NOTE && note.isWellFormed());
