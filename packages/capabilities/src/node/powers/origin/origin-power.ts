import { ContractError } from '../../../contract/contract-error.js';
import type { Capability } from '../../../contract/accepted.js';
import { PowerError } from '../../../powers/power-error.js';
import type { OriginAnswer, OriginPower } from '../../../powers/powers.js';
import type { Secrets } from '../secret/secret-power.js';
import type { OriginWish } from './client.js';
import {
  readOrigin,
  type OriginAddress,
  type OriginSettings,
  type OriginSource,
} from './origin.js';

/** The services of one contract are made from this. */
export interface NodeOriginPowerOptions {
  readonly capability: Pick<Capability, 'id' | 'origins' | 'network' | 'sideEffect'>;
  /** What the operator configured, by the contracts' names. */
  readonly origins: Readonly<Record<string, OriginSource>>;
  readonly secrets?: Secrets;
}

/**
 * Lends the services that a contract names, each at the one address that the operator configured.
 *
 * No redirect is followed and no proxy asked. What a name means has to be where the operator meant it to
 * be: on this device for a `local` capability, else in the household or on the Internet. A secret goes to
 * its own service only, and a handler never has it. A `read_only` capability only reads.
 *
 * @throws ContractError — when a service is not configured, or not as it must be.
 */
export function nodeOriginPower({
  capability,
  origins,
  secrets,
}: NodeOriginPowerOptions): Readonly<Record<string, OriginPower>> {
  const lent = capability.origins.map((name): readonly [string, OriginPower] => {
    const source = Object.hasOwn(origins, name) ? origins[name] : undefined;
    if (source === undefined)
      throw new ContractError(
        capability.id,
        `no origin \`${name}\` is configured: state its address`,
      );
    return [name, originPower(capability, asking(serviceOf(name, source, capability), secrets))];
  });
  return Object.freeze(Object.fromEntries(lent));
}

type Ask = (wish: OriginWish) => Promise<OriginAnswer>;

const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** What of its options goes into a wish is named here one by one: none of them makes a `get` change anything. */
function originPower({ sideEffect }: Pick<Capability, 'sideEffect'>, ask: Ask): OriginPower {
  return Object.freeze<OriginPower>({
    get: (path, { query, maxBytes, signal } = {}) =>
      ask({ method: 'GET', path, query, maxBytes, signal }),
    send: (method, path, { query, json, maxBytes, signal } = {}) =>
      sideEffect === 'mutating' && WRITING.has(method)
        ? ask({ method, path, query, json, maxBytes, signal })
        : Promise.reject(refused('not_declared')),
  });
}

/** A service as it is configured now. */
interface Service extends Pick<OriginSettings, 'bearer'> {
  readonly address: OriginAddress;
}

/** What was stated is read once, and stops the program where it is wrong; what may change is read for each wish. */
function serviceOf(
  name: string,
  source: OriginSource,
  { network }: Pick<Capability, 'network'>,
): () => Service {
  const read = (settings: OriginSettings): Service => ({
    ...settings,
    address: readOrigin(name, settings, network),
  });
  if (typeof source !== 'function') {
    const service = read(source);
    return () => service;
  }
  return () => {
    const settings = attempt(source);
    if (settings === undefined) throw refused('not_found');
    return attempt(() => read(settings));
  };
}

/** What is wrong with a configuration is the operator's to know, not the handler's. */
function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw refused('unavailable');
  }
}

/** The way to one service. */
function asking(service: () => Service, secrets: Secrets | undefined): Ask {
  return async (wish) => {
    const { address, bearer } = service();
    // HTTP and TLS take a tenth of a second to load: whoever asks nothing does without.
    const { askOrigin, originParts } = await import('./client.js');
    return askOrigin(address, wish, await bearerOf(bearer, secrets), originParts(address));
  };
}

async function bearerOf(
  bearer: string | undefined,
  secrets: Secrets | undefined,
): Promise<string | undefined> {
  if (bearer === undefined) return undefined;
  // What is wrong with a secret is the operator's to know; a handler is told that the service is not there.
  if (secrets === undefined) throw refused('unavailable');
  return secrets.read(bearer).catch(() => {
    throw refused('unavailable');
  });
}

const refused = (code: 'not_declared' | 'not_found' | 'unavailable'): PowerError =>
  new PowerError('origin', code);
