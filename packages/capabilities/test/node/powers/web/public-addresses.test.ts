import { describe, expect, it } from 'vitest';
import { publicAddresses } from '../../../../src/node/powers/web/public-addresses.js';
import { vetByTable } from './fake-network.js';

describe('publicAddresses', () => {
  it.each([
    '1.0.0.0/0.255.255.255',
    '9.255.255.255/10.0.0.0',
    '11.0.0.0/10.255.255.255',
    '100.63.255.255/100.64.0.0',
    '100.128.0.0/100.127.255.255',
    '126.255.255.255/127.0.0.0',
    '128.0.0.0/127.255.255.255',
    '169.253.255.255/169.254.0.0',
    '169.255.0.0/169.254.255.255',
    '168.63.129.15/168.63.129.16',
    '172.15.255.255/172.16.0.0',
    '172.32.0.0/172.31.255.255',
    '192.0.1.0/192.0.0.255',
    '192.167.255.255/192.168.0.0',
    '192.169.0.0/192.168.255.255',
    '198.17.255.255/198.18.0.0',
    '198.20.0.0/198.19.255.255',
    '223.255.255.255/224.0.0.0',
    '2001:200::/2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db7:ffff::1/2001:db8::1',
    '2003::/2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3ffe:ffff::1/3fff::1',
    '2000::/1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2606:4700:4700::1111/4000::',
    '2001:4860:4860::8888/fd00:ec2::254',
  ])('bar-12, S3-119: tells the public side of an edge from the other: %s', (edge) => {
    expect(edge.split('/').map((address) => vetByTable([address]))).toEqual([true, false]);
  });

  it.each([
    '',
    '127.1',
    '0177.0.0.1',
    '0x8.8.8.8',
    '08.8.8.8',
    '134744072',
    '8.8.8.8 ',
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    'fe80::1%1',
    '::ffff:8.8.8.8',
    'example.org',
  ])('takes nothing that is not an address in its plain form: `%s`', (text) => {
    expect(vetByTable([text])).toBe(false);
  });

  it('G03: all have to be public', () => {
    expect(vetByTable(['8.8.8.8', '2606:4700::1'])).toBe(true);
    expect(vetByTable(['8.8.8.8', '10.0.0.1'])).toBe(false);
    expect(vetByTable(['::1', '8.8.8.8'])).toBe(false);
  });

  it('refuses the networks of this machine, public as they look, as they are now', () => {
    let found: Record<string, { address: string; cidr: string | null }[] | undefined> = {};
    const vet = publicAddresses(() => found);
    const neighbours = ['2a02:8070:1:2::99', '203.1.113.200', '2a02:8070:9::1'];
    expect(neighbours.map((address) => vet([address]))).toEqual([true, true, true]);
    found = {
      eth0: [
        { address: '2a02:8070:1:2::5', cidr: '2a02:8070:1:2::5/64' },
        { address: '203.1.113.7', cidr: '203.1.113.7/24' },
      ],
      tunnel: [{ address: '2a02:8070:9::1', cidr: null }],
      gone: undefined,
    };
    expect(neighbours.map((address) => vet([address]))).toEqual([false, false, false]);
    expect(vet(['2a02:8070:1:3::99', '203.1.114.1', '2a02:8070:9::2'])).toBe(true);
  });

  it('knows the interfaces of the real machine', () => {
    expect(publicAddresses()(['127.0.0.1'])).toBe(false);
    expect(publicAddresses()(['8.8.8.8'])).toBe(true);
  });
});
