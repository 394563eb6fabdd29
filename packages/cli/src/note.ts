import { Stop } from './stop.js';

/** How long a note may be: what a desk takes. */
const MAX_NOTE = 2_000;

/**
 * Gives back a note that a desk takes, so that nobody is asked before one that it does not.
 *
 * @throws Stop — when it is too long.
 */
export function readNote(typed: string | undefined): string | undefined {
  if (typed !== undefined && (typed.length > MAX_NOTE || !typed.isWellFormed()))
    throw new Stop('invalid', `--note: write at most ${MAX_NOTE} characters`);
  return typed;
}
