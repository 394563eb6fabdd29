import { isIP } from 'node:net';
import { ContractError } from '../../../contract/contract-error.js';
import type { Network } from '../../../contract/classification.js';
import { isPublicName } from '../web/public-names.js';
import type { Place } from './place.js';
import { isLoopback } from './place.js';

/** One configured service: exactly this scheme, host and port, and how to sign in there. */
export interface OriginSettings {
  /** Such as `http://127.0.0.1:8080`, or with a path below which everything lies. */
  readonly url: string;
  /** A bearer token: the name of a secret, which is sent there and nowhere else. */
  readonly bearer?: string;
  /**
   * The name in `url` looks like one of the Internet, and means a machine of the household's own network.
   * Unless it is true, such a name has to mean public addresses. Any other name means the household anyhow.
   */
  readonly ownNetwork?: boolean;
}

/**
 * Where the settings of a service come from: stated once, or asked for with each wish, so that a change
 * holds from the next one on. Where nothing is configured, a wish is `not_found`.
 */
export type OriginSource = OriginSettings | (() => OriginSettings | undefined);

/** An address that was accepted. */
export interface OriginAddress {
  readonly isSecure: boolean;
  /** Canonical: lower case, without brackets or a trailing dot. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly port: number;
  /** What a request says of the host: with brackets, and the port where it is not the usual one. */
  readonly authority: string;
  /** Ends without a slash. */
  readonly base: string;
  /** Where whatever is connected to has to be. */
  readonly place: Place;
}

/**
 * Reads a configured address.
 *
 * @throws ContractError — unless it is one http or https address without user, query or fragment; and
 *   for a `local` capability, unless it is of this very device.
 */
export function readOrigin(
  name: string,
  { url, ownNetwork = false }: OriginSettings,
  network: Network,
): OriginAddress {
  const refuse = (fault: string): never => {
    throw new ContractError(`origin ${name}`, fault);
  };
  const parsed = URL.canParse(url) ? new URL(url) : refuse('`url` is not an address');
  const { protocol, port, pathname, search, hash, username, password } = parsed;
  const isSecure = protocol === 'https:';
  if (!isSecure && protocol !== 'http:') return refuse('`url` is not http or https');
  if (username !== '' || password !== '')
    refuse('`url` carries a user: name a secret with `bearer`');
  if (search !== '' || hash !== '') refuse('`url` has a query or fragment');
  if (parsed.hostname.endsWith('.')) parsed.hostname = parsed.hostname.slice(0, -1);
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  // A name may come to mean another address; a local capability's service is told by its address.
  if (network === 'local' && !isLoopback(host) && host !== 'localhost')
    refuse('a `local` capability reaches this device alone: its address is not a loopback one');
  const isAddress = isIP(host) !== 0;
  return Object.freeze<OriginAddress>({
    isSecure,
    host,
    isAddress,
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    authority: parsed.host,
    base: pathname.replace(/\/+$/, ''),
    place: placeOf({ host, isAddress }, network, ownNetwork),
  });
}

/** Where an operator means a service to be, by how its address is written. */
function placeOf(
  { host, isAddress }: Pick<OriginAddress, 'host' | 'isAddress'>,
  network: Network,
  ownNetwork: boolean,
): Place {
  if (network === 'local') return 'device';
  if (isAddress) return 'as stated';
  return ownNetwork || !isPublicName(host) ? 'household' : 'internet';
}
