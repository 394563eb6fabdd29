import type { IncomingMessage } from 'node:http';
import { readTarget, type Target } from './target.js';
import { webError } from './web-error.js';

const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

/**
 * Says where an answer sends us on to; undefined when it is an answer to read.
 *
 * Only `Location` of the five statuses is looked at, `Refresh` is not. Where it leads is read by
 * the rules of the first URL, then has to be the same host, and not without TLS where there was TLS.
 *
 * @throws PowerError — the rule that refuses the place; `redirect_refused` for another host.
 */
export function redirectOf(
  answer: IncomingMessage,
  from: Target,
  ports: ReadonlySet<number>,
): Target | undefined {
  const { location } = answer.headers;
  if (!REDIRECTS.has(answer.statusCode) || location === undefined) return undefined;
  const to = readTarget(location, ports, from.href);
  if (to.host !== from.host || (from.isSecure && !to.isSecure)) throw webError('redirect_refused');
  return to;
}
