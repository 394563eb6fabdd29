import { describe, expect, it } from 'vitest';
import { readTarget } from '../../../../src/node/powers/web/target.js';
import { refusalOf } from '../refusal.js';

const PORTS = new Set([80, 443]);
const read = (text: unknown, base?: string) => readTarget(text, PORTS, base);
const refusal = (text: unknown, base?: string) =>
  refusalOf(Promise.resolve().then(() => read(text, base)));

describe('readTarget', () => {
  it('gives every part as rules and connection see it', () => {
    expect(read('HTTPS://Example.ORG./a%20b/../c?q=1#part')).toEqual({
      href: 'https://example.org/c?q=1',
      isSecure: true,
      host: 'example.org',
      isAddress: false,
      port: 443,
      authority: 'example.org',
      path: '/c?q=1',
    });
    expect(read('http://[2606:4700::1]:443/')).toMatchObject({
      host: '2606:4700::1',
      isAddress: true,
      port: 443,
      authority: '[2606:4700::1]:443',
    });
  });

  it.each([
    ['http://EXAMPLE.org', 'example.org'],
    ['http://example.org.', 'example.org'],
    ['http://ⓔⓧⓐⓜⓟⓛⓔ.ⓒⓞⓜ', 'example.com'],
    ['http://bücher.example.com', 'xn--bcher-kva.example.com'],
    ['http://2130706433', '127.0.0.1'],
    ['http://0x7f.1', '127.0.0.1'],
    ['http://0177.0.0.1', '127.0.0.1'],
    ['http://127.1', '127.0.0.1'],
    ['http://127.0.0.1.', '127.0.0.1'],
    ['http://127.0.0.1..', '127.0.0.1'],
    ['http://１２７.０.０.１', '127.0.0.1'],
    ['http://[::FFFF:127.0.0.1]', '::ffff:7f00:1'],
    ['http://0', '0.0.0.0'],
    ['http:\\\\127.0.0.1\\x', '127.0.0.1'],
    ['\thttp://127.0.\n0.1', '127.0.0.1'],
  ])('G06, G04: one host has one spelling: %s', (text, host) => {
    expect(read(text).host).toBe(host);
  });

  it.each([
    ['', 'url_refused'],
    ['/page', 'url_refused'],
    ['http://', 'url_refused'],
    ['http://[::1', 'url_refused'],
    ['http://[fe80::1%25eth0]/', 'url_refused'],
    ['http://1.2.3.4.5', 'url_refused'],
    [`http://example.org/${'a'.repeat(8_192)}`, 'url_refused'],
    [7, 'url_refused'],
    [undefined, 'url_refused'],
    [new URL('http://example.org'), 'url_refused'],
    ['file:///etc/passwd', 'scheme_refused'],
    ['data:text/html,a', 'scheme_refused'],
    ['javascript:alert(1)', 'scheme_refused'],
    ['ftp://example.org/', 'scheme_refused'],
    ['gopher://example.org:70/', 'scheme_refused'],
    ['ws://example.org/', 'scheme_refused'],
    ['blob:http://example.org/1', 'scheme_refused'],
    ['view-source:http://example.org', 'scheme_refused'],
    ['http://ada@example.org', 'credentials_refused'],
    ['http://:pw@example.org', 'credentials_refused'],
    ['http://example.org@127.0.0.1', 'credentials_refused'],
    ['http://example.org:22', 'port_refused'],
    ['http://example.org:0', 'port_refused'],
    ['https://example.org:8443', 'port_refused'],
    ['http://localhost', 'name_refused'],
    ['http://LOCALHOST.', 'name_refused'],
    ['http://nas.local', 'name_refused'],
    ['http://router', 'name_refused'],
    ['http://.', 'name_refused'],
    ['http://example.org..', 'name_refused'],
  ])('S3-174: refuses %s: %s', async (text, code) => {
    expect(await refusal(text)).toBe(code);
  });

  it('reads a reference where it was found', () => {
    expect(read('../x?y', 'https://example.org/a/b/').href).toBe('https://example.org/a/x?y');
    expect(read('//127.0.0.1/', 'https://example.org/').host).toBe('127.0.0.1');
  });

  it('takes the ports it is given, and no others', () => {
    expect(readTarget('http://example.org:8080', new Set([8080])).port).toBe(8080);
    expect(() => readTarget('http://example.org', new Set([8080]))).toThrow('port_refused');
  });
});
