import { describe, expect, it } from 'vitest';
import { ContractError } from '../../../../src/contract/contract-error.js';
import { readOrigin } from '../../../../src/node/powers/origin/origin.js';

const external = (url: string, ownNetwork?: boolean) =>
  readOrigin('lamp', { url, ...(ownNetwork !== undefined && { ownNetwork }) }, 'external');

describe('a configured address', () => {
  it('gives every part as rules and connection see it', () => {
    expect(external('HTTPS://Lamp.Example.ORG./api//')).toEqual({
      isSecure: true,
      host: 'lamp.example.org',
      isAddress: false,
      port: 443,
      authority: 'lamp.example.org',
      base: '/api',
      place: 'internet',
    });
    expect(external('http://[fd00::1]:8080')).toMatchObject({
      host: 'fd00::1',
      isAddress: true,
      port: 8_080,
      authority: '[fd00::1]:8080',
      base: '',
    });
  });

  it.each([
    ['https://api.example.org/', false, 'internet'],
    ['https://nas.example.org/', true, 'household'],
    ['http://nas/', false, 'household'],
    ['http://nas.local/', false, 'household'],
    ['http://nas.lan/', false, 'household'],
    ['http://localhost:8080/', false, 'household'],
    ['http://192.168.1.2/', false, 'as stated'],
    ['http://[fd00::1]/', true, 'as stated'],
  ] as const)('%s, own network: %s: is meant to be in the place «%s»', (url, own, place) => {
    expect(external(url, own).place).toBe(place);
  });

  it('S1-078 of a local capability is one of this device', () => {
    const local = (url: string) => readOrigin('lamp', { url, ownNetwork: true }, 'local');
    for (const url of [
      'http://192.168.1.2/',
      'http://pi.hole/',
      'https://8.8.8.8/',
      'http://[fd00::1]/',
    ])
      expect(() => local(url)).toThrow(ContractError);
    for (const url of ['http://localhost/', 'http://[::1]/', 'http://127.9.9.9/', 'http://0x7f.1/'])
      expect(local(url).place).toBe('device');
  });

  it.each([
    ['ftp://127.0.0.1/', /not http or https/],
    ['http://ada:a-secret@127.0.0.1/', /carries a user/],
    ['http://127.0.0.1/?x', /query or fragment/],
    ['http://127.0.0.1/#x', /query or fragment/],
    ['127.0.0.1', /not an address/],
    ['', /not an address/],
  ])(
    '%s says more or less than an address, and that is refused without repeating it',
    (url, why) => {
      expect(() => external(url)).toThrow(why);
      expect(() => external(url)).toThrow(/^`?origin lamp/);
      expect(() => external(url)).not.toThrow(/a-secret/);
    },
  );
});
