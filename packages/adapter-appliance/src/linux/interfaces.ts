import { ipv4Number, readIpv4Addresses } from './ipv4-addresses.js';
import { readIpv6Addresses } from './ipv6-addresses.js';
import { interfacesOf, readNetworks } from './routes.js';

/** A network interface, as far as the kernel tells. */
export interface Interface {
  readonly name: string;
  /** The kernel's word, such as `up` or `down`. */
  readonly state: string | null;
  /** Null where it is not known which addresses are this interface's. */
  readonly addresses: readonly string[] | null;
}

/** The texts interfaces are told from; null for one that could not be read. */
export interface InterfaceTexts {
  readonly states: ReadonlyMap<string, string>;
  readonly fibTrie: string | null;
  readonly route: string | null;
  readonly ifInet6: string | null;
}

/**
 * Tells whether an interface is of the device itself.
 *
 * Not: loopback, and the inner networks of containers and virtual machines, by their usual names.
 */
export const isOuterInterface = (name: string): boolean => !INNER.test(name);

const INNER = /^(?:lo$|veth|docker|br-[0-9a-f]{12}$|virbr|vnet|tap|cni|flannel|cali|lxcbr|lxdbr|podman|ifb|dummy)/;

/**
 * Puts states and addresses of the interfaces together.
 *
 * IPv6 addresses come with the name of their interface. IPv4 addresses come without, and are matched by the
 * networks of the interfaces. Where two interfaces are in one network, or an address is in none, nobody
 * can tell: then the addresses of each interface it could be are unknown.
 */
export function readInterfaces({ states, fibTrie, route, ifInet6 }: InterfaceTexts): readonly Interface[] {
  const ipv4 = fibTrie === null || route === null ? null : ownersOf(fibTrie, route, [...states.keys()]);
  const ipv6 = readIpv6Addresses(ifInet6 ?? '');
  return [...states].map(([name, state]) => {
    const own = ipv4?.get(name);
    return {
      name,
      state: wordOf(state),
      addresses:
        ipv4 === null || own === null
          ? null
          : [...(own ?? []), ...ipv6.filter((one) => one.name === name).map(({ address }) => address)],
    };
  });
}

/** Says for each interface its IPv4 addresses; null where an address may or may not be among them. */
function ownersOf(
  fibTrie: string,
  route: string,
  names: readonly string[],
): ReadonlyMap<string, readonly string[] | null> {
  const networks = readNetworks(route);
  const owned = new Map<string, readonly string[] | null>();
  for (const address of readIpv4Addresses(fibTrie)) {
    const candidates = interfacesOf(ipv4Number(address) ?? -1, networks);
    const [only] = candidates;
    if (candidates.size === 1 && only !== undefined) {
      const known = owned.get(only);
      if (known !== null) owned.set(only, [...(known ?? []), address]);
    } else {
      for (const name of candidates.size === 0 ? names : candidates) owned.set(name, null);
    }
  }
  return owned;
}

/** The kernel says `unknown` for drivers that do not report: so do we. */
const wordOf = (text: string): string | null => {
  const word = text.trim();
  return word === 'unknown' || !/^[a-z]{1,32}$/.test(word) ? null : word;
};
