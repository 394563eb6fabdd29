import { describe, expect, it } from 'vitest';
import { ipv4Number } from '../../src/linux/ipv4-addresses.js';
import { interfacesOf, readNetworks } from '../../src/linux/routes.js';

const HEADER =
  'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n';
const route = (name: string, destination: string, gateway: string, mask: string): string =>
  `${name}\t${destination}\t${gateway}\t0003\t0\t0\t0\t${mask}\t0\t0\t0\n`;

describe('readNetworks', () => {
  it('reads the networks an interface is in, not those behind a gateway or everywhere else', () => {
    const text =
      HEADER +
      route('eth0', '00000000', '0101A8C0', '00000000') +
      route('eth0', '0001A8C0', '00000000', '00FFFFFF') +
      route('eth0', '0000000A', '0101A8C0', '000000FF') +
      route('ppp0', '00000000', '00000000', '00000000');
    expect(readNetworks(text)).toEqual([
      { name: 'eth0', address: ipv4Number('192.168.1.0'), mask: ipv4Number('255.255.255.0') },
    ]);
  });

  it('leaves out lines of another shape', () => {
    expect(readNetworks('a\tb\n\nc')).toEqual([]);
  });
});

describe('interfacesOf', () => {
  const networks = readNetworks(
    route('eth0', '0000A8C0', '00000000', '0000FFFF') +
      route('wlan0', '0001A8C0', '00000000', '00FFFFFF'),
  );

  it.each([
    ['192.168.1.9', ['eth0', 'wlan0']],
    ['192.168.2.9', ['eth0']],
    ['10.0.0.1', []],
  ])('finds for %s: %j', (address, names) => {
    expect([...interfacesOf(ipv4Number(address) ?? -1, networks)]).toEqual(names);
  });
});
