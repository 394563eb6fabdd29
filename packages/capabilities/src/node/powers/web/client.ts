import { createTurnstile } from '../../../internal/turnstile.js';
import type { WebPage, WebPower } from '../../../powers/powers.js';
import { byteLimit } from '../byte-limit.js';
import { readBody, type BodyLimits } from './body.js';
import { readContent } from './content.js';
import { within } from './deadline.js';
import { exchange } from './exchange.js';
import { reach, type ReachDeadlines, type ReachParts } from './reach.js';
import { redirectOf } from './redirect.js';
import { readTarget } from './target.js';
import { asWebError, webError } from './web-error.js';

/** How long each part of a fetch may take, in milliseconds. */
export interface WebDeadlines extends ReachDeadlines {
  /** From the request to the end of the answer's headers. */
  readonly firstByteMs: number;
  /** For everything, redirects included. */
  readonly totalMs: number;
}

/** What the operator settled, and the ways to the network. */
export interface WebParts extends ReachParts {
  readonly ports: ReadonlySet<number>;
  readonly deadlines: WebDeadlines;
}

type GetOptions = NonNullable<Parameters<WebPower['get']>[1]>;

const MAX_REDIRECTS = 5;
const MAX_AT_ONCE = 16;

/** Nothing about this machine, or whoever asked. */
const PAGE_HEADERS = Object.freeze({
  'User-Agent': 'sovereign-web/1',
  Accept: 'text/*, application/json, application/xml, */*;q=0.1',
  'Accept-Encoding': 'gzip, deflate, br',
});

/** Makes the power of these parts; the rules are the same whatever they are. */
export function createWebClient(parts: WebParts): WebPower {
  const inTurn = createTurnstile(MAX_AT_ONCE);
  return Object.freeze<WebPower>({
    async get(url, options = {}) {
      try {
        const { signal } = options;
        return await within(parts.deadlines.totalMs, signal, (until) =>
          inTurn(() => fetchPage(url, limitsOf(options), parts, until)),
        );
      } catch (error) {
        throw asWebError(error, 'unavailable');
      }
    },
  });
}

/** Asks, and asks again where a redirect leads: each time by every rule, over a new connection. */
async function fetchPage(
  url: unknown,
  limits: BodyLimits,
  parts: WebParts,
  until: AbortSignal,
): Promise<WebPage> {
  let target = readTarget(url, parts.ports);
  for (let redirectsLeft = MAX_REDIRECTS; ; redirectsLeft -= 1) {
    const connection = await reach(target, parts, until);
    try {
      const answer = await within(parts.deadlines.firstByteMs, until, () =>
        exchange(connection, { method: 'GET', ...target, headers: PAGE_HEADERS }),
      );
      const next = redirectOf(answer, target, parts.ports);
      if (next === undefined) {
        const content = readContent(answer.headers['content-type']);
        const { bytes, isCut } = await readBody(answer, limits);
        return Object.freeze<WebPage>({
          url: target.href,
          status: answer.statusCode ?? 0,
          contentType: content.type,
          text: content.text(bytes, isCut),
          truncated: isCut,
        });
      }
      if (redirectsLeft === 0) throw webError('too_many_redirects');
      target = next;
    } finally {
      connection.destroy();
    }
  }
}

const limitsOf = ({ maxBytes, cut }: GetOptions): BodyLimits => ({
  maxBytes: byteLimit('web', maxBytes),
  cut: cut === true,
});
