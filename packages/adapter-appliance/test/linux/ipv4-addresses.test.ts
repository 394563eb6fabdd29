import { describe, expect, it } from 'vitest';
import { ipv4Number, readIpv4Addresses } from '../../src/linux/ipv4-addresses.js';

describe('readIpv4Addresses', () => {
  it('reads each address of the machine once, its loopback aside', () => {
    const text =
      'Main:\n  +-- 192.168.1.0/24 2 0 2\n     |-- 192.168.1.0\n        /24 link UNICAST\n' +
      '     |-- 192.168.1.7\n        /32 host LOCAL\n     |-- 192.168.1.255\n        /32 link BROADCAST\n' +
      '     |-- 127.0.0.1\n        /32 host LOCAL\nLocal:\n     |-- 192.168.1.7\n        /32 host LOCAL\n';
    expect(readIpv4Addresses(text)).toEqual(['192.168.1.7']);
  });

  it('leaves out what is no address', () => {
    expect(
      readIpv4Addresses('     |-- 999.1.1.1\n        /32 host LOCAL\n        /32 host LOCAL\n'),
    ).toEqual([]);
    expect(readIpv4Addresses('        /32 host LOCAL\n')).toEqual([]);
  });
});

describe('ipv4Number', () => {
  it.each([
    ['0.0.0.0', 0],
    ['255.255.255.255', 4_294_967_295],
    ['1.2.3.4', 16_909_060],
    ['1.2.3', null],
    ['1.2.3.256', null],
    ['', null],
  ])('reads %j as %s', (text, number) => {
    expect(ipv4Number(text)).toBe(number);
  });
});
