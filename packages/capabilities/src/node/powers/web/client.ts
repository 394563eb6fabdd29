import type { Duplex } from 'node:stream';
import type { WebPage, WebPower } from '../../../powers/powers.js';
import { createTurnstile } from '../turnstile.js';
import { readBody, type BodyLimits } from './body.js';
import { readContent } from './content.js';
import { within } from './deadline.js';
import type { Dial, Endpoint } from './dial.js';
import { exchange } from './exchange.js';
import type { Vet } from './public-addresses.js';
import { redirectOf } from './redirect.js';
import type { Resolve } from './resolve.js';
import { readTarget, type Target } from './target.js';
import { asWebError, webError } from './web-error.js';

/** How long each part of a fetch may take, in milliseconds. */
export interface WebDeadlines {
  /** To find the addresses of a name. */
  readonly resolveMs: number;
  /** To connect to one address, TLS included. */
  readonly connectMs: number;
  /** From the request to the end of the answer's headers. */
  readonly firstByteMs: number;
  /** For everything, redirects included. */
  readonly totalMs: number;
}

/** What the operator settled, and the ways to the network. */
export interface WebParts {
  readonly ports: ReadonlySet<number>;
  readonly deadlines: WebDeadlines;
  readonly vet: Vet;
  readonly resolve: Resolve;
  readonly dial: Dial;
}

/** How many bytes a page may have unless the handler says otherwise, and the most it may ask for. */
export const PAGE_BYTES = Object.freeze({ usual: 1_048_576, most: 16_777_216 });

type GetOptions = NonNullable<Parameters<WebPower['get']>[1]>;

const MAX_REDIRECTS = 5;
const MAX_AT_ONCE = 16;
const MAX_ADDRESSES = 8;

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
    const addresses = await publicAddressesOf(target, parts, until);
    const connection = await connect(target, addresses, parts, until);
    const hangUp = (): unknown => connection.destroy();
    until.addEventListener('abort', hangUp, { once: true });
    try {
      const answer = await within(parts.deadlines.firstByteMs, until, () =>
        exchange(connection, target),
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
      until.removeEventListener('abort', hangUp);
      hangUp();
    }
  }
}

/** The addresses to connect to: looked up once for this hop, and all of them public. */
async function publicAddressesOf(
  { host, isAddress }: Target,
  { resolve, vet, deadlines }: WebParts,
  until: AbortSignal,
): Promise<readonly string[]> {
  const addresses = isAddress
    ? [host]
    : await within(deadlines.resolveMs, until, (signal) => resolve(host, signal));
  if (addresses.length === 0) throw webError('name_not_found');
  // A name that is public and private at once is somebody's trick: which one answers is chance.
  if (!vet(addresses)) throw webError('address_refused');
  return addresses;
}

/** Connects to the first of the vetted addresses that lets itself be reached. */
async function connect(
  { host, port, isSecure }: Target,
  addresses: readonly string[],
  { dial, deadlines }: WebParts,
  until: AbortSignal,
): Promise<Duplex> {
  let refusal = webError('connect_failed');
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    const endpoint: Endpoint = { address, port, tlsHost: isSecure ? host : undefined };
    try {
      return await within(deadlines.connectMs, until, (signal) => dial(endpoint, signal));
    } catch (error) {
      refusal = asWebError(error, 'connect_failed');
      if (refusal.code === 'tls_failed') throw refusal;
    }
  }
  throw refusal;
}

function limitsOf({ maxBytes = PAGE_BYTES.usual, cut = false }: GetOptions): BodyLimits {
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) throw webError('invalid_arguments');
  return { maxBytes: Math.min(maxBytes, PAGE_BYTES.most), cut: cut === true };
}
