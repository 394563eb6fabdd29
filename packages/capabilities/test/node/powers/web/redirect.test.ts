import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { redirectOf } from '../../../../src/node/powers/web/redirect.js';
import { readTarget } from '../../../../src/node/powers/web/target.js';
import { refusalOf } from '../refusal.js';

const PORTS = new Set([80, 443]);

const follow = (statusCode: number, location?: string, from = 'https://example.org/a/b') =>
  redirectOf(
    {
      statusCode,
      headers: { location, refresh: '0; url=/refreshed' },
    } as unknown as IncomingMessage,
    readTarget(from, PORTS),
    PORTS,
  );

const refusal = (location: string, from?: string) =>
  refusalOf(Promise.resolve().then(() => follow(302, location, from)));

describe('redirectOf', () => {
  it.each([301, 302, 303, 307, 308])('S3-121: %i leads on, on the same host', (status) => {
    expect(follow(status, 'c?d')?.href).toBe('https://example.org/a/c?d');
    expect(follow(status, 'https://EXAMPLE.org./')?.href).toBe('https://example.org/');
  });

  it.each([200, 201, 204, 300, 304, 305, 306, 332, 404, 500])('%i leads nowhere', (status) => {
    expect(follow(status, 'https://elsewhere.org/')).toBeUndefined();
  });

  it('leads nowhere without a place, and does not look at Refresh', () => {
    expect(follow(302)).toBeUndefined();
  });

  it.each([
    ['https://elsewhere.org/', 'redirect_refused'],
    ['https://www.example.org/', 'redirect_refused'],
    ['//elsewhere.org/', 'redirect_refused'],
    ['\\\\elsewhere.org/', 'redirect_refused'],
    ['http://example.org/', 'redirect_refused'],
    ['http://169.254.169.254/latest/meta-data/', 'redirect_refused'],
    ['http://[::1]/', 'redirect_refused'],
    ['http://metadata.google.internal/', 'name_refused'],
    ['https://example.org:8443/', 'port_refused'],
    ['https://ada:pw@example.org/', 'credentials_refused'],
    ['file:///etc/passwd', 'scheme_refused'],
    ['gopher://example.org/', 'scheme_refused'],
    ['data:text/html,a', 'scheme_refused'],
    ['https://[', 'url_refused'],
  ])('G01, S3-121: refuses to go to %s: %s', async (location, code) => {
    expect(await refusal(location)).toBe(code);
  });

  it('goes from no TLS to TLS, and never back', async () => {
    expect(follow(301, 'https://example.org/', 'http://example.org/')?.isSecure).toBe(true);
    expect(await refusal('http://example.org/')).toBe('redirect_refused');
  });
});
