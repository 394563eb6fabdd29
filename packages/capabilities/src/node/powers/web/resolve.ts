import { Resolver } from 'node:dns/promises';
import { errorCode } from '../../error-code.js';
import { webError } from './web-error.js';

/**
 * Gives every address a name stands for, IPv4 first.
 *
 * @throws PowerError — `name_not_found`; `unavailable` where nobody could say.
 */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const TRY_MS = 2_000;
const TRIES = 2;
const NOTHING: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Asks the name servers of this machine, or those stated.
 *
 * They are asked for exactly this name: no file of hosts, no search list and no other service of
 * names is looked at, and a look-up that nobody waits for any more is given up, not left in a queue.
 */
export function nameServers(servers?: readonly string[]): Resolve {
  return async (name, signal) => {
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const giveUp = (): void => resolver.cancel();
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const found = answers.flatMap((answer) =>
        answer.status === 'fulfilled' ? answer.value : [],
      );
      if (found.length > 0) return found;
      const isNowhere = answers.every(
        (answer) => answer.status === 'fulfilled' || NOTHING.has(errorCode(answer.reason)),
      );
      throw webError(isNowhere ? 'name_not_found' : 'unavailable');
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  };
}
