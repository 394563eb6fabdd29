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
  /** Whether it has an address at all: that can be known where the address itself is not. */
  readonly hasAddress: boolean | null;
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

const INNER =
  /^(?:lo$|veth|docker|br-[0-9a-f]{12}$|virbr|vnet|tap|cni|flannel|cali|lxcbr|lxdbr|podman|ifb|dummy)/;

/**
 * Puts states and addresses of the interfaces together.
 *
 * IPv6 addresses come with the name of their interface. IPv4 addresses come without, and are matched by the
 * networks that the interfaces are in. Where two interfaces are in one network nobody can tell whose
 * address it is: then the addresses of both are unknown. An address in no network is one of some
 * interface without another: then the addresses of those are unknown.
 */
export function readInterfaces({
  states,
  fibTrie,
  route,
  ifInet6,
}: InterfaceTexts): readonly Interface[] {
  const ipv4 = fibTrie === null || route === null ? null : ownersOf(fibTrie, route);
  const ipv6 = readIpv6Addresses(ifInet6 ?? '');
  return [...states].map(([name, state]) => {
    const sharing = ipv4?.shared.has(name) === true;
    const fromIpv6 = ipv6.filter((one) => one.name === name).map(({ address }) => address);
    const fromIpv4 = sharing
      ? null
      : (ipv4?.owned.get(name) ?? (ipv4?.homeless === false ? [] : null));
    const addresses = fromIpv4 === null ? null : [...fromIpv4, ...fromIpv6];
    const certain = sharing || fromIpv6.length > 0 || (fromIpv4 ?? []).length > 0;
    return {
      name,
      state: wordOf(state),
      addresses,
      hasAddress: certain || (fromIpv4 === null ? null : false),
    };
  });
}

/** The IPv4 addresses of the machine, by what can be known of their interfaces. */
interface Owners {
  readonly owned: ReadonlyMap<string, readonly string[]>;
  /** The interfaces that are in one network with another one, and an address of the machine is in it. */
  readonly shared: ReadonlySet<string>;
  /** Whether some address is in the network of no interface. */
  readonly homeless: boolean;
}

function ownersOf(fibTrie: string, route: string): Owners {
  const networks = readNetworks(route);
  const owned = new Map<string, readonly string[]>();
  const shared = new Set<string>();
  let homeless = false;
  for (const address of readIpv4Addresses(fibTrie)) {
    const [first, ...others] = interfacesOf(ipv4Number(address) ?? -1, networks);
    if (first === undefined) homeless = true;
    else if (others.length === 0) owned.set(first, [...(owned.get(first) ?? []), address]);
    else for (const name of [first, ...others]) shared.add(name);
  }
  return { owned, shared, homeless };
}

/** The kernel says `unknown` for drivers that do not report: so do we. */
const wordOf = (text: string): string | null => {
  const word = text.trim();
  return word === 'unknown' || !/^[a-z]{1,32}$/.test(word) ? null : word;
};
