import { describe, expect, it } from 'vitest';
import { addressesAt, type Place } from '../../../../src/node/powers/origin/place.js';

const interfaces = () => ({ eth0: [{ address: '2001:4860:1::7', cidr: '2001:4860:1::7/64' }] });
const passes = (place: Place, ...addresses: readonly string[]): boolean =>
  addressesAt(place, interfaces)(addresses);

const HERE = ['127.0.0.1', '127.9.9.9', '::1'];
const AT_HOME = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.2',
  '100.64.0.7',
  'fd12::1',
  '2001:4860:1::9',
];
const PUBLIC = ['93.184.216.34', '2606:4700::1'];
const NOWHERE = [
  '169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  'fd00:ec2::254',
  'fd20:ce::254',
  '0.0.0.0',
  '::',
  'fe80::1',
  '::ffff:127.0.0.1',
  '224.0.0.1',
  '255.255.255.255',
  'nonsense',
  '',
];

describe('the place of a service', () => {
  it.each([
    ['device', HERE, [...AT_HOME, ...PUBLIC, ...NOWHERE]],
    ['household', [...HERE, ...AT_HOME], [...PUBLIC, ...NOWHERE]],
    ['internet', PUBLIC, [...HERE, ...AT_HOME, ...NOWHERE]],
    ['as stated', [...HERE, ...AT_HOME, ...PUBLIC, '169.254.169.254'], []],
  ] as const)('bar-11 %s: takes these addresses and no others', (place, taken, refused) => {
    expect(taken.filter((address) => !passes(place, address))).toEqual([]);
    expect(refused.filter((address) => passes(place, address))).toEqual([]);
  });

  it.each(['device', 'household', 'internet'] as const)(
    '%s: one address elsewhere refuses them all',
    (place) => {
      const [inside = ''] = { device: HERE, household: AT_HOME, internet: PUBLIC }[place];
      const [outside = ''] = { device: PUBLIC, household: PUBLIC, internet: HERE }[place];
      expect(passes(place, inside, outside)).toBe(false);
      expect(passes(place, outside, inside)).toBe(false);
    },
  );
});
