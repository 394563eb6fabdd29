import type { RequestListener } from 'node:http';
import type { Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  askOrigin,
  originParts,
  type OriginWish,
} from '../../../../src/node/powers/origin/client.js';
import { readOrigin } from '../../../../src/node/powers/origin/origin.js';
import { tcpDial } from '../../../../src/node/powers/web/dial.js';
import { PowerError } from '../../../../src/powers/power-error.js';
import { refusalOf } from '../refusal.js';
import { certificateFor, https } from '../web/certificate.js';
import { http, raw, served } from '../web/loopback.js';

/** Asks a service on loopback that is configured under this host. */
const ask = (
  server: Server,
  wish: Partial<OriginWish> = {},
  { url = 'http://127.0.0.1', parts = {}, bearer = undefined as string | undefined } = {},
) =>
  served(server, (port) => {
    const address = readOrigin('lamp', { url: `${url}:${port}/api` }, 'external');
    return askOrigin(address, { method: 'GET', path: '/x', ...wish }, bearer, {
      ...originParts(address),
      ...parts,
    });
  });
const answering = (listener: RequestListener): Server => http(listener);
const hello = (): Server =>
  answering((_, answer) => answer.setHeader('content-type', 'text/plain').end('hello'));

describe('asking a configured service', () => {
  it('gives what it answers, whatever its status', async () => {
    const server = answering((_, answer) =>
      answer.writeHead(503, { 'content-type': 'application/json' }).end('{"is":"ä"}'),
    );
    expect(await ask(server)).toEqual({
      status: 503,
      contentType: 'application/json',
      text: '{"is":"ä"}',
    });
  });

  it.each([
    [
      'a redirect',
      raw('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n'),
      'redirect_refused',
    ],
    ['an encoding', raw('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nx'), 'encoding_refused'],
    [
      'a header that is too large',
      raw(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(60_000)}\r\n\r\n`),
      'headers_too_large',
    ],
    ['what is no answer', raw('SSH-2.0-OpenSSH\r\n'), 'bad_answer'],
    [
      'half an answer',
      answering((_, answer) => {
        answer.writeHead(200, { 'content-length': '100' }).write('half');
        setTimeout(() => answer.destroy(), 10);
      }),
      'bad_answer',
    ],
  ])('refuses %s, as the power that was asked', async (_what, server, code) => {
    const asked = ask(server);
    expect(await refusalOf(asked)).toBe(code);
    await expect(asked).rejects.toMatchObject({ power: 'origin' });
  });

  it('counts a body while it comes', async () => {
    const endless = answering((_, answer) => {
      const pour = (): void =>
        void (answer.destroyed || (answer.write('x'.repeat(65_536)), setImmediate(pour)));
      pour();
    });
    expect(await refusalOf(ask(endless, { maxBytes: 1_000_000 }))).toBe('too_large');
    expect(await refusalOf(ask(hello(), { maxBytes: 4 }))).toBe('too_large');
    expect(await ask(hello(), { maxBytes: 5 })).toMatchObject({ text: 'hello' });
  });

  it.each([
    ['a limit that is none', { maxBytes: -1 }],
    ['a path that leaves', { path: '/../x' }],
    ['a circle', { method: 'POST', json: {} as Record<string, unknown> }],
    ['what JSON does not have', { method: 'POST', json: 1n }],
    ['a function', { method: 'POST', json: () => 1 }],
  ])('refuses %s before anybody is asked', async (what, wish) => {
    if (what === 'a circle') (wish as { json: Record<string, unknown> }).json['me'] = wish;
    let asked = 0;
    const server = answering((_, answer) => void ((asked += 1), answer.end()));
    expect(await refusalOf(ask(server, wish))).toBe('invalid_arguments');
    expect(asked).toBe(0);
  });

  it('is heard while a service is silent: an abort, and the end of all time', async () => {
    const silent = (): Server => answering(() => undefined);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 20);
    expect(await refusalOf(ask(silent(), { signal: stop.signal }))).toBe('aborted');
    expect(await refusalOf(ask(silent(), {}, { parts: { totalMs: 20 } }))).toBe('timed_out');
  });

  it('says when nobody is there', async () => {
    const port = await served(raw(), (taken) => Promise.resolve(taken));
    const address = readOrigin('lamp', { url: `http://127.0.0.1:${port}` }, 'local');
    const asked = askOrigin(address, { method: 'GET', path: '/' }, undefined, originParts(address));
    expect(await refusalOf(asked)).toBe('connect_failed');
  });

  it.each([
    ['https://api.example.org', '192.168.1.2', 'a name of the Internet means a machine at home'],
    [
      'https://api.example.org',
      '169.254.169.254',
      'a name of the Internet means a metadata service',
    ],
    ['http://nas.lan', '93.184.216.34', 'a name of the household means somebody elsewhere'],
    ['http://nas.lan', '169.254.169.254', 'a name of the household means a metadata service'],
  ])('bar-11 asks nobody where %s is %s: %s', async (url, found) => {
    const address = readOrigin('lamp', { url, bearer: 'token' }, 'external');
    let dialled = 0;
    const asked = askOrigin(address, { method: 'GET', path: '/' }, 'a-secret', {
      ...originParts(address),
      resolve: () => Promise.resolve([found]),
      dial: () => Promise.reject(new Error(String((dialled += 1)))),
    });
    expect(await refusalOf(asked)).toBe('address_refused');
    expect(dialled).toBe(0);
  });

  it('its secret goes to nobody without the right certificate, whatever the environment says', async () => {
    const identity = certificateFor(['lamp.example.org']);
    const heard: (string | undefined)[] = [];
    const lamp = () =>
      https(identity, ({ headers }, answer) => {
        heard.push(headers.authorization);
        answer.end('{}');
      });
    const parts = { resolve: () => Promise.resolve(['127.0.0.1']), vet: () => true };
    const how = { url: 'https://lamp.example.org', bearer: 'a-secret' };
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await refusalOf(ask(lamp(), {}, { ...how, parts }))).toBe('tls_failed');
      const other = { ...parts, dial: tcpDial({ ca: identity.cert }) };
      const elsewhere = { ...how, url: 'https://other.example.org', parts: other };
      expect(await refusalOf(ask(lamp(), {}, elsewhere))).toBe('tls_failed');
      expect(heard).toEqual([]);
      expect(await ask(lamp(), {}, { ...how, parts: other })).toMatchObject({ status: 200 });
      expect(heard).toEqual(['Bearer a-secret']);
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });

  it('a secret that cannot be sent is named by no error', async () => {
    const asked = ask(hello(), {}, { bearer: 'two\nlines' });
    await expect(asked).rejects.toSatisfy(
      (thrown) =>
        PowerError.is(thrown) && thrown.code === 'unavailable' && !String(thrown).includes('two'),
    );
  });
});
