import { isIP } from 'node:net';
import { ContractError } from '../../../contract/contract-error.js';
import type { Network } from '../../../contract/classification.js';

/** One configured service: exactly this scheme, host and port, and how to sign in there. */
export interface OriginSettings {
  /** Such as `http://127.0.0.1:8080`, or with a path below which everything lies. */
  readonly url: string;
  /** A bearer token: the name of a secret, which is sent there and nowhere else. */
  readonly bearer?: string;
}

/**
 * Where the settings of a service come from: stated once, or asked for with each wish, so that a change
 * holds from the next one on. Where nothing is configured, a wish is `not_found`.
 */
export type OriginSource = OriginSettings | (() => OriginSettings | undefined);

/** An address that was accepted. */
export interface OriginAddress {
  readonly scheme: 'http:' | 'https:';
  /** Canonical: lower case, without brackets or a trailing dot. */
  readonly host: string;
  readonly port: number;
  /** Ends without a slash. */
  readonly base: string;
}

/**
 * Reads a configured address.
 *
 * @throws ContractError — unless it is one http or https address without user, query or fragment; and
 *   for a `local` capability, unless it is of this very device.
 */
export function readOrigin(name: string, url: string, network: Network): OriginAddress {
  const refuse = (fault: string): never => {
    throw new ContractError(`origin ${name}`, fault);
  };
  const parsed = URL.canParse(url) ? new URL(url) : refuse('`url` is not an address');
  const { protocol, hostname, port, pathname, search, hash, username, password } = parsed;
  if (protocol !== 'http:' && protocol !== 'https:') return refuse('`url` is not http or https');
  if (username !== '' || password !== '')
    refuse('`url` carries a user: name a secret with `bearer`');
  if (search !== '' || hash !== '') refuse('`url` has a query or fragment');
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  // A name may come to mean another address; a local capability's service is told by its address.
  if (network === 'local' && !isLoopback(host) && host !== 'localhost')
    refuse('a `local` capability reaches this device alone: its address is not a loopback one');
  return Object.freeze<OriginAddress>({
    scheme: protocol,
    host,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    base: pathname.replace(/\/+$/, ''),
  });
}

/** Tells whether an address is one of this very device. */
export function isLoopback(address: string): boolean {
  return isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
}

/**
 * Writes the path of a request below an origin; undefined for one that two readers could understand
 * differently, or that would leave it.
 */
export function pathBelow(
  { base }: OriginAddress,
  path: unknown,
  query: unknown,
): string | undefined {
  if (typeof path !== 'string' || path.length > 2_048 || !path.startsWith('/')) return undefined;
  const segments = path.slice(1).split('/');
  // Encoded dots, slashes and backslashes are what a server may decode into others.
  if (/[\\\0-\u0020?#]|%(?:2e|2f|5c|00)/i.test(path) || !path.isWellFormed()) return undefined;
  if (segments.some((one) => one === '.' || one === '..')) return undefined;
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries((query ?? {}) as Readonly<Record<string, unknown>>)) {
    if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
    parameters.append(key, String(value));
  }
  const asked = parameters.toString();
  return `${base}${encodeURI(decodeAll(path))}${asked === '' ? '' : `?${asked}`}`;
}

function decodeAll(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
