import { isIP, isIPv4 } from 'node:net';
import { listOf, publicAddresses, type Interfaces, type Vet } from '../web/public-addresses.js';

/**
 * Where a configured service is: on this very device, in the household's own network, on the Internet,
 * or at the address that was written down, wherever that is.
 */
export type Place = 'device' | 'household' | 'internet' | 'as stated';

/** Private networks of IPv4, and what mesh networks share out. Source: RFC 1918, RFC 1122, RFC 6598. */
const HOUSEHOLD_4 = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '127.0.0.0/8',
  '100.64.0.0/10',
];
/** Unique local addresses, and loopback. Source: RFC 4193, RFC 4291. */
const HOUSEHOLD_6 = ['fc00::/7', '::1/128'];
/** The metadata services of Alibaba Cloud, Amazon and Google, which lie within: no household's machine. */
const METADATA_4 = ['100.100.100.200/32'];
const METADATA_6 = ['fd00:ec2::254/128', 'fd20:ce::254/128'];

/** Makes the judge of addresses for a place: all that a name stands for have to be there. */
export function addressesAt(place: Place, interfaces?: Interfaces): Vet {
  switch (place) {
    case 'device':
      return (addresses) => addresses.every(isLoopback);
    case 'household':
      return householdAddresses(interfaces);
    case 'internet':
      return publicAddresses(interfaces);
    case 'as stated':
      return () => true;
  }
}

/** Tells whether an address is one of this very device. */
export function isLoopback(address: string): boolean {
  return isIPv4(address) ? address.startsWith('127.') : address === '::1';
}

/** The networks that nobody else may use, and those that this machine is in. */
function householdAddresses(interfaces?: Interfaces): Vet {
  const [in4, in6, not4, not6] = [HOUSEHOLD_4, HOUSEHOLD_6, METADATA_4, METADATA_6].map(listOf);
  const isPublic = publicAddresses(interfaces);
  const isPublicAnywhere = publicAddresses(() => ({}));
  const isOwn = (address: string): boolean => {
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    const [within, without] = family === 'ipv4' ? [in4, not4] : [in6, not6];
    if (without?.check(address, family) === true) return false;
    // Public everywhere but here: a household's own addresses of IPv6 look like anybody's.
    return (
      within?.check(address, family) === true ||
      (isPublicAnywhere([address]) && !isPublic([address]))
    );
  };
  return (addresses) => addresses.every((address) => isIP(address) !== 0 && isOwn(address));
}
