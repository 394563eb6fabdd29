import type { Duplex } from 'node:stream';
import { within } from './deadline.js';
import type { Dial, Endpoint } from './dial.js';
import type { Vet } from './public-addresses.js';
import type { Resolve } from './resolve.js';
import type { Target } from './target.js';
import { asWebError, webError } from './web-error.js';

/** How long it may take to reach somebody, in milliseconds. */
export interface ReachDeadlines {
  /** To find the addresses of a name. */
  readonly resolveMs: number;
  /** To connect to one address, TLS included. */
  readonly connectMs: number;
}

/** The ways to the network, and who may be reached by them. */
export interface ReachParts {
  readonly resolve: Resolve;
  readonly vet: Vet;
  readonly dial: Dial;
  readonly deadlines: ReachDeadlines;
}

/** Who is to be reached. */
export type Reached = Pick<Target, 'host' | 'isAddress' | 'port' | 'isSecure'>;

const MAX_ADDRESSES = 8;

/**
 * Opens a connection to a host: its name is looked up once, every address it stands for is looked at,
 * and the connection goes to one of exactly those. It is hung up when the signal fires.
 *
 * @throws PowerError — `name_not_found`, `address_refused`, `connect_failed`, `tls_failed`, `timed_out`.
 */
export async function reach(
  wanted: Reached,
  parts: ReachParts,
  until: AbortSignal,
): Promise<Duplex> {
  const connection = await connect(wanted, await addressesOf(wanted, parts, until), parts, until);
  until.addEventListener('abort', () => connection.destroy(), { once: true });
  return connection;
}

/** The addresses to connect to: looked up once, and every one of them passes. */
async function addressesOf(
  { host, isAddress }: Reached,
  { resolve, vet, deadlines }: ReachParts,
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

/** Connects to the first of the addresses that lets itself be reached. */
async function connect(
  { host, port, isSecure }: Reached,
  addresses: readonly string[],
  { dial, deadlines }: ReachParts,
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
