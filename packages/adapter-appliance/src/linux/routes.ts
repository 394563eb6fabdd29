/** A network that an interface is in itself. */
export interface Network {
  readonly name: string;
  /** The network's address and mask, as numbers. */
  readonly address: number;
  readonly mask: number;
}

/**
 * Reads from /proc/net/route which networks are reached without a gateway, and through which interface.
 *
 * Source: proc_pid_net(5). The numbers are in the machine's own order, which is taken to be
 * little-endian: on the one machine where it is not, no address finds its interface, and is unknown.
 */
export function readNetworks(text: string): readonly Network[] {
  return text.split('\n').flatMap((line) => {
    const [name, destination, gateway, , , , , mask] = line
      .split('\t')
      .map((field) => field.trim());
    const address = numberOf(destination);
    const bits = numberOf(mask);
    // Without a mask it is the route to everywhere else.
    if (
      name === undefined ||
      address === null ||
      bits === null ||
      bits === 0 ||
      numberOf(gateway) !== 0
    )
      return [];
    return [{ name, address, mask: bits }];
  });
}

/** Names the interfaces whose own networks an address is in. */
export const interfacesOf = (address: number, networks: readonly Network[]): ReadonlySet<string> =>
  new Set(
    networks
      .filter((network) => and(address, network.mask) === and(network.address, network.mask))
      .map(({ name }) => name),
  );

function numberOf(hex: string | undefined): number | null {
  const bytes = /^([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})$/.exec(hex ?? '')?.slice(1);
  return bytes === undefined ? null : Number.parseInt(bytes.reverse().join(''), 16);
}

/** Bitwise «and» of numbers of 32 bits, which JavaScript would take for negative ones. */
const and = (a: number, b: number): number => (a & b) >>> 0;
