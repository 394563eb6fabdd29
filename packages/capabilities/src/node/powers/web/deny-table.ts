/** Blocks of addresses, or domains with all below them, that hold no public page, and who says so. */
interface Denied {
  readonly what: string;
  readonly source: string;
  readonly in: readonly string[];
}

/** Where global unicast addresses of IPv6 lie: the one block of which anything is let through. */
export const GLOBAL_UNICAST_6 = '2000::/3';

/** IPv4 addresses that no page is fetched from. */
export const DENIED_4: readonly Denied[] = [
  { what: 'this network, unspecified', source: 'RFC 791', in: ['0.0.0.0/8'] },
  {
    what: 'private',
    source: 'RFC 1918',
    in: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  },
  {
    what: 'shared by carriers, and the metadata of Alibaba Cloud',
    source: 'RFC 6598',
    in: ['100.64.0.0/10'],
  },
  { what: 'loopback', source: 'RFC 1122', in: ['127.0.0.0/8'] },
  {
    what: 'the platform of Microsoft Azure, on every virtual machine there',
    source: 'learn.microsoft.com, «What is IP address 168.63.129.16»',
    in: ['168.63.129.16/32'],
  },
  {
    what: 'link-local, and the metadata of most clouds',
    source: 'RFC 3927',
    in: ['169.254.0.0/16'],
  },
  {
    what: 'protocol assignments, NAT64 discovery and the metadata of Oracle Cloud among them',
    source: 'RFC 6890, RFC 7050, RFC 7335',
    in: ['192.0.0.0/24'],
  },
  {
    what: 'documentation',
    source: 'RFC 5737',
    in: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  },
  {
    what: 'AS112: answers for names that should not be asked',
    source: 'RFC 7534, RFC 7535',
    in: ['192.31.196.0/24', '192.175.48.0/24'],
  },
  { what: 'multicast tunnels', source: 'RFC 7450', in: ['192.52.193.0/24'] },
  { what: 'relays of 6to4', source: 'RFC 7526', in: ['192.88.99.0/24'] },
  { what: 'benchmarking', source: 'RFC 2544', in: ['198.18.0.0/15'] },
  { what: 'multicast', source: 'RFC 5771', in: ['224.0.0.0/4'] },
  { what: 'reserved, broadcast', source: 'RFC 1112, RFC 919', in: ['240.0.0.0/4'] },
];

/**
 * IPv6 addresses that no page is fetched from.
 *
 * Each block that stands for IPv4 addresses is denied whole, so none has to be unpacked.
 * Blocks outside {@link GLOBAL_UNICAST_6} are refused twice; they stand here by name all the same.
 */
export const DENIED_6: readonly Denied[] = [
  { what: 'unspecified', source: 'RFC 4291', in: ['::/128'] },
  { what: 'loopback', source: 'RFC 4291', in: ['::1/128'] },
  { what: 'IPv4-compatible', source: 'RFC 4291', in: ['::/96'] },
  { what: 'IPv4-mapped', source: 'RFC 4291', in: ['::ffff:0:0/96'] },
  { what: 'IPv4-translated', source: 'RFC 2765', in: ['::ffff:0:0:0/96'] },
  { what: 'NAT64', source: 'RFC 6052', in: ['64:ff9b::/96'] },
  { what: 'NAT64 of a local network', source: 'RFC 8215', in: ['64:ff9b:1::/48'] },
  { what: 'discard only, dummy', source: 'RFC 6666, RFC 9780', in: ['100::/64', '100:0:0:1::/64'] },
  {
    what: 'protocol assignments: Teredo, benchmarking, ORCHID, remote ids of drones and more',
    source: 'RFC 2928, RFC 4380, RFC 5180, RFC 4843, RFC 7343, RFC 9374',
    in: ['2001::/23'],
  },
  { what: 'documentation', source: 'RFC 3849, RFC 9637', in: ['2001:db8::/32', '3fff::/20'] },
  { what: '6to4', source: 'RFC 3056', in: ['2002::/16'] },
  { what: 'AS112', source: 'RFC 7534', in: ['2620:4f:8000::/48'] },
  { what: 'segment routing', source: 'RFC 9602', in: ['5f00::/16'] },
  {
    what: 'unique local, and the metadata of Amazon and Google over IPv6',
    source: 'RFC 4193',
    in: ['fc00::/7'],
  },
  { what: 'link-local', source: 'RFC 4291', in: ['fe80::/10'] },
  { what: 'site-local', source: 'RFC 3879', in: ['fec0::/10'] },
  { what: 'multicast', source: 'RFC 4291', in: ['ff00::/8'] },
];

/** Domains that mean something in this house only. None is looked up. */
export const DENIED_DOMAINS: readonly Denied[] = [
  { what: 'this device', source: 'RFC 6761', in: ['localhost'] },
  { what: 'this device, by the habit of many systems', source: 'hosts(5)', in: ['localdomain'] },
  { what: 'named by its neighbours', source: 'RFC 6762', in: ['local'] },
  { what: 'a home', source: 'RFC 8375', in: ['home.arpa'] },
  {
    what: 'private, and the metadata of clouds: metadata.google.internal',
    source: 'ICANN, resolution 2024.07.29.06',
    in: ['internal'],
  },
  {
    what: 'private by habit',
    source: 'RFC 6762, appendix G',
    in: ['corp', 'home', 'intranet', 'lan', 'private'],
  },
  { what: 'never a name of the Internet', source: 'RFC 6761', in: ['invalid', 'test'] },
  { what: 'not of this system of names', source: 'RFC 7686, RFC 9476', in: ['alt', 'onion'] },
];
