import { disarm, isThenable } from '../internal/awaitable.js';
import { ContractError } from './contract-error.js';

/** The most characters a sentence for a person, or a target, may have. */
const MAX_TEXT = 4_096;

/**
 * Guards a function of a contract that gives a text. Whatever else it gives is a mistake of the
 * program: a promise shown to a person, or a number hashed as a target, would be worse.
 *
 * @throws ContractError — from the guarded function, when it does not give such a text.
 */
export function textOf<Args>(
  subject: string,
  field: 'effect' | 'target',
  write: ((args: Args) => unknown) | undefined,
): ((args: Args) => string) | undefined {
  if (write === undefined) return undefined;
  return (args) => {
    const text = write(args);
    if (isThenable(text)) disarm(text);
    if (
      typeof text === 'string' &&
      text.length > 0 &&
      text.length <= MAX_TEXT &&
      text.isWellFormed()
    )
      return text;
    throw new ContractError(
      subject,
      `\`${field}\` did not give a text of 1 to ${MAX_TEXT} characters`,
    );
  };
}
