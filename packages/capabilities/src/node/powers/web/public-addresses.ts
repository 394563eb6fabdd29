import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { DENIED_4, DENIED_6, GLOBAL_UNICAST_6 } from './deny-table.js';

/** Tells whether each of these addresses is one of the public Internet, and none of this network. */
export type Vet = (addresses: readonly string[]) => boolean;

/** What is asked of this machine: the addresses of its own interfaces. */
export type Interfaces = () => Readonly<
  Record<string, readonly { readonly address: string; readonly cidr: string | null }[] | undefined>
>;

/**
 * Makes the one judge of addresses.
 *
 * Addresses are compared as numbers, never as text. What is not one in its plain form (a zone, an
 * octal digit, a part left out) is not public. The networks of this machine are looked at each time,
 * since an interface may come and go; a household's own IPv6 addresses look public otherwise.
 */
export function publicAddresses(interfaces: Interfaces = networkInterfaces): Vet {
  const globalUnicast6 = listOf([GLOBAL_UNICAST_6]);
  const denied4 = listOf(DENIED_4.flatMap((row) => row.in));
  const denied6 = listOf(DENIED_6.flatMap((row) => row.in));

  return (addresses) => {
    // Each family has lists of its own: one list would take an address for its mapped form as well.
    const networks = ownNetworks(interfaces);
    const own4 = listOf(networks.filter(isBlock4));
    const own6 = listOf(networks.filter((block) => !isBlock4(block)));

    const isPublic4 = (address: string): boolean => !denied4.check(address) && !own4.check(address);
    const isPublic6 = (address: string): boolean =>
      globalUnicast6.check(address, 'ipv6') &&
      !denied6.check(address, 'ipv6') &&
      !own6.check(address, 'ipv6');
    return addresses.every((address) =>
      isIPv4(address)
        ? isPublic4(address)
        : isIPv6(address) && !address.includes('%') && isPublic6(address),
    );
  };
}

/** The networks this machine is in; an address alone where its mask makes no sense. */
const ownNetworks = (interfaces: Interfaces): readonly string[] =>
  Object.values(interfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address, cidr }) => cidr ?? `${address}/${isIPv4(address) ? 32 : 128}`);

const isBlock4 = (block: string): boolean => !block.includes(':');

/** A list of blocks of addresses, all of one family. */
export function listOf(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = '', prefix] = block.split('/');
    list.addSubnet(network, Number(prefix), isBlock4(block) ? 'ipv4' : 'ipv6');
  }
  return list;
}
