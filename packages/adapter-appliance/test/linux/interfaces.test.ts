import { describe, expect, it } from 'vitest';
import {
  isOuterInterface,
  readInterfaces,
  type InterfaceTexts,
} from '../../src/linux/interfaces.js';

const local = (...addresses: string[]): string =>
  addresses.map((one) => `     |-- ${one}\n        /32 host LOCAL\n`).join('');
/** A route to 192.168.1.0/24. */
const inHome = (name: string): string =>
  `${name}\t0001A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n`;
const ipv6 = (name: string): string => `fd000000000000000000000000000001 02 40 00 00     ${name}\n`;

const read = (texts: Partial<InterfaceTexts>, ...names: string[]) =>
  readInterfaces({
    states: new Map(names.map((name) => [name, 'up\n'])),
    fibTrie: '',
    route: '',
    ifInet6: '',
    ...texts,
  });

describe('isOuterInterface', () => {
  it.each(['eth0', 'wlan0', 'enp3s0', 'end0', 'br0', 'tailscale0', 'wg0', 'bond0'])(
    'holds for %s',
    (name) => {
      expect(isOuterInterface(name)).toBe(true);
    },
  );
  it.each(['lo', 'veth12ab', 'docker0', 'br-0123456789ab', 'virbr0', 'cni0'])(
    'does not hold for %s',
    (name) => {
      expect(isOuterInterface(name)).toBe(false);
    },
  );
});

describe('readInterfaces', () => {
  it('gives an address to the interface whose network it is in', () => {
    expect(
      read(
        { fibTrie: local('192.168.1.7'), route: inHome('eth0'), ifInet6: ipv6('eth0') },
        'eth0',
        'wlan0',
      ),
    ).toEqual([
      { name: 'eth0', state: 'up', addresses: ['192.168.1.7', 'fd00::1'], hasAddress: true },
      { name: 'wlan0', state: 'up', addresses: [], hasAddress: false },
    ]);
  });

  it('does not know whose an address is where two are in its network, only that they have some', () => {
    const texts = {
      fibTrie: local('192.168.1.7', '192.168.1.8'),
      route: inHome('eth0') + inHome('wlan0'),
    };
    expect(read(texts, 'eth0', 'wlan0', 'eth1')).toEqual([
      { name: 'eth0', state: 'up', addresses: null, hasAddress: true },
      { name: 'wlan0', state: 'up', addresses: null, hasAddress: true },
      { name: 'eth1', state: 'up', addresses: [], hasAddress: false },
    ]);
  });

  it('takes an address in no network for one of an interface without another', () => {
    expect(
      read(
        { fibTrie: local('192.168.1.7', '100.64.0.7'), route: inHome('eth0') },
        'eth0',
        'tailscale0',
      ),
    ).toEqual([
      { name: 'eth0', state: 'up', addresses: ['192.168.1.7'], hasAddress: true },
      { name: 'tailscale0', state: 'up', addresses: null, hasAddress: null },
    ]);
  });

  it('knows no addresses where the kernel’s tables are closed, but that an IPv6 address is there', () => {
    expect(read({ fibTrie: null, ifInet6: ipv6('eth0') }, 'eth0', 'eth1')).toEqual([
      { name: 'eth0', state: 'up', addresses: null, hasAddress: true },
      { name: 'eth1', state: 'up', addresses: null, hasAddress: null },
    ]);
  });

  it.each([
    ['unknown\n', null],
    ['', null],
    ['<b>', null],
    ['lowerlayerdown\n', 'lowerlayerdown'],
  ])('reads the state %j as %j', (text, state) => {
    expect(
      readInterfaces({
        states: new Map([['eth0', text]]),
        fibTrie: '',
        route: '',
        ifInet6: null,
      })[0]?.state,
    ).toBe(state);
  });
});
