import fc from 'fast-check';

// Addresses as numbers, by arithmetic alone: what the tests hold the client's lists against.

/** An IPv4 address as a number of 32 bits, an IPv6 one of 128. */
export function numberOf(address: string): bigint {
  if (!address.includes(':'))
    return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = '', tail] = address.split('::');
  const groups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));
  const first = groups(head);
  const last = groups(tail ?? '');
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...(tail === undefined ? [] : zeros), ...last].reduce(
    (sum, group) => sum * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}

export const ipv4 = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');

export const ipv6 = (value: bigint): string =>
  [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n]
    .map((shift) => ((value >> shift) & 65_535n).toString(16))
    .join(':');

/** The first and last address of a block, as numbers. */
export function endsOf(block: string): { first: bigint; last: bigint; write: typeof ipv4 } {
  const [network = '', prefix = ''] = block.split('/');
  const bits = network.includes(':') ? 128n : 32n;
  const size = 1n << (bits - BigInt(prefix));
  const first = (numberOf(network) / size) * size;
  return { first, last: first + size - 1n, write: bits === 32n ? ipv4 : ipv6 };
}

export const isIn = (value: bigint, block: string): boolean => {
  const { first, last } = endsOf(block);
  return first <= value && value <= last;
};

/** Any address of a block, its ends often. */
export function addressIn(block: string): fc.Arbitrary<string> {
  const { first, last, write } = endsOf(block);
  return fc
    .oneof(fc.constantFrom(first, last), fc.bigInt({ min: first, max: last }))
    .map((value) => write(value));
}

/** The ways IPv6 has to stand for an IPv4 address. */
export const WRAPPED: Readonly<Record<string, (address: string) => string>> = {
  mapped: (address) => `::ffff:${address}`,
  compatible: (address) => `::${address}`,
  translated: (address) => `::ffff:0:${address}`,
  NAT64: (address) => `64:ff9b::${address}`,
  'local NAT64': (address) => ipv6(numberOf('64:ff9b:1::') + numberOf(address)),
  '6to4': (address) => ipv6(numberOf('2002::') + (numberOf(address) << 80n) + 1n),
  Teredo: (address) =>
    ipv6(numberOf('2001::') + (0x0808_0808n << 64n) + (numberOf(address) ^ 0xffff_ffffn)),
};
