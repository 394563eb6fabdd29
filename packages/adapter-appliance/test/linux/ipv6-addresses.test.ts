import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { ipv6Text, readIpv6Addresses } from '../../src/linux/ipv6-addresses.js';

describe('readIpv6Addresses', () => {
  it('reads addresses that others can reach, and no others', () => {
    const text =
      '00000000000000000000000000000001 01 80 10 80       lo\n' +
      'fe80000000000000dea632fffe000001 02 40 20 80     eth0\n' +
      'fd00000000000000dea632fffe000001 02 40 00 00     eth0\n' +
      '20010db8000000000000000000000002 02 40 00 40     eth0\n' +
      '20010db8000000000000000000000003 02 40 00 08     eth0\n' +
      '20010db8000000000000000000000004 64 40 00 01    wlan0\n';
    expect(readIpv6Addresses(text)).toEqual([
      { name: 'eth0', address: 'fd00::dea6:32ff:fe00:1' },
      { name: 'wlan0', address: '2001:db8::4' },
    ]);
  });
});

describe('ipv6Text', () => {
  it.each([
    ['00000000000000000000000000000000', '::'],
    ['20010db8000000010000000000000001', '2001:db8:0:1::1'],
    ['20010db8000000000001000000000001', '2001:db8::1:0:0:1'],
    ['20010db8000100010001000100010000', '2001:db8:1:1:1:1:1:0'],
  ])('writes %s as %s', (digits, address) => {
    expect(ipv6Text(digits)).toBe(address);
  });

  const digits = fc
    .array(fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat({ max: 0xffff })), {
      minLength: 8,
      maxLength: 8,
    })
    .map((groups) => groups.map((group) => group.toString(16).padStart(4, '0')).join(''));
  test.prop([digits])('for every address: writes it as a URL parser does', (whole) => {
    const plain = whole.replace(/(.{4})(?!$)/g, '$1:');
    expect(`[${ipv6Text(whole)}]`).toBe(new URL(`http://[${plain}]/`).hostname);
  });
});
