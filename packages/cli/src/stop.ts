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
    /** What was caught, where something was. While debugging it is said where it was thrown. */
    override readonly cause?: unknown,
    /** `start` while no argument is in play: while debugging it is then also said what was thrown. */
    readonly phase: 'start' | 'work' = 'work',
  ) {
    super(message);
  }
}
