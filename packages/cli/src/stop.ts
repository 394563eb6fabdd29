import type { Exit } from './exit-codes.js';

/**
 * Ends a command with a documented exit code and one line for whoever typed it.
 *
 * The line says what, where and the remedy; it never holds a value of an argument or a result.
 */
export class Stop extends Error {
  override readonly name = 'Stop';

  constructor(
    readonly exit: Exit,
    message: string,
    /** What was caught, where something was: shown only for debugging. */
    override readonly cause?: unknown,
  ) {
    super(message);
  }
}
