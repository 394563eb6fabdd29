/** The IPv4 addresses of this machine, its loopback aside, from /proc/net/fib_trie. Source: the kernel's fib_trie. */
export function readIpv4Addresses(text: string): readonly string[] {
  const addresses = new Set<string>();
  let leaf: string | undefined;
  for (const line of text.split('\n')) {
    const named = /^\s*\|-- ([0-9.]{7,15})$/.exec(line)?.[1];
    if (named !== undefined) leaf = named;
    else if (/^\s*\/32 host LOCAL$/.test(line) && leaf !== undefined) addresses.add(leaf);
  }
  return [...addresses].filter(
    (address) => ipv4Number(address) !== null && !address.startsWith('127.'),
  );
}

/** An IPv4 address as a number; null for anything else. */
export function ipv4Number(address: string): number | null {
  const parts =
    /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)?.slice(1).map(Number) ?? [];
  if (parts.length !== 4 || parts.some((part) => part > 255)) return null;
  return parts.reduce((number, part) => number * 256 + part, 0);
}
