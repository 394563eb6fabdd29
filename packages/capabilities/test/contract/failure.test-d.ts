import { fail } from '../../src/contract/failure.js';

/** `fail` ends the handler: what comes after is out of reach, so this returns in every case. */
export function found(value: string | undefined): string {
  if (value === undefined) fail('not_found');
  return value;
}

// @ts-expect-error -- a word, never an error with a text of its own
fail(new Error('the password was swordfish'));
