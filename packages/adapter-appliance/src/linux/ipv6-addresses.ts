/** An address of an interface. */
export interface InterfaceAddress {
  readonly name: string;
  readonly address: string;
}

/**
 * Reads the IPv6 addresses that others can reach from /proc/net/if_inet6.
 *
 * Left out: those of the link or the machine alone, and those still or not at all in use.
 * Source: proc_pid_net(5), the kernel's if_addr.h.
 */
export function readIpv6Addresses(text: string): readonly InterfaceAddress[] {
  return text.split('\n').flatMap((line) => {
    const fields =
      /^([0-9a-f]{32}) [0-9a-f]{2,8} [0-9a-f]{2} ([0-9a-f]{2}) ([0-9a-f]{2,8})\s+(\S{1,15})$/.exec(
        line,
      );
    const [, digits, scope, flags, name] = fields ?? [];
    if (digits === undefined || flags === undefined || name === undefined || scope !== GLOBAL)
      return [];
    return (Number.parseInt(flags, 16) & (TENTATIVE | FAILED)) === 0
      ? [{ name, address: ipv6Text(digits) }]
      : [];
  });
}

const GLOBAL = '00';
const TENTATIVE = 0x40;
const FAILED = 0x08;

/** Writes 32 hexadecimal digits as RFC 5952 does: lower case, the longest run of zeros as `::`. */
export function ipv6Text(digits: string): string {
  const groups = Array.from({ length: 8 }, (_, index) =>
    Number.parseInt(digits.slice(index * 4, index * 4 + 4), 16).toString(16),
  );
  const [from, length] = longestZeros(groups);
  if (length < 2) return groups.join(':');
  return `${groups.slice(0, from).join(':')}::${groups.slice(from + length).join(':')}`;
}

/** Finds where the longest run of zeros begins and how long it is; the first of equals. */
function longestZeros(groups: readonly string[]): readonly [from: number, length: number] {
  let best: readonly [number, number] = [0, 0];
  let from = 0;
  for (const [index, group] of groups.entries()) {
    if (group !== '0') from = index + 1;
    else if (index + 1 - from > best[1]) best = [from, index + 1 - from];
  }
  return best;
}
