import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractError } from '../../../../src/contract/contract-error.js';
import { nodeOriginPower } from '../../../../src/node/powers/origin/origin-power.js';
import { pathBelow, readOrigin } from '../../../../src/node/powers/origin/origin.js';
import { PowerError } from '../../../../src/powers/power-error.js';
import type { OriginPower } from '../../../../src/powers/powers.js';

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

let server: Server;
let port = 0;
const heard: Heard[] = [];
const answers: Record<string, (answer: ServerResponse, request: IncomingMessage) => void> = {
  '/api/redirect': (answer) => answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  '/api/large': (answer) => void answer.end('x'.repeat(5_000)),
  '/api/endless': (answer) => {
    const pour = (): void =>
      void (answer.destroyed || (answer.write('x'.repeat(65_536)), setImmediate(pour)));
    pour();
  },
  '/api/packed': (answer) => answer.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
  '/api/cut': (answer) => {
    answer.writeHead(200, { 'content-length': '100' });
    answer.write('half');
    answer.destroy();
  },
  '/api/headers': (answer) => answer.writeHead(200, { 'x-large': 'x'.repeat(60_000) }).end(),
  '/api/silent': () => undefined,
};
beforeAll(async () => {
  server = createServer({ maxHeaderSize: 100_000 }, (request, answer) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      heard.push({ method, url, authorization: headers.authorization, body });
      const made = answers[url];
      if (made !== undefined) return made(answer, request);
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{"blocking":"enabled"}');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const secrets = {
  read: (name: string) =>
    name === 'token'
      ? Promise.resolve('a-secret')
      : Promise.reject(new PowerError('secret', 'not_found')),
};

function lamp(
  parts: {
    sideEffect?: 'read_only' | 'mutating';
    network?: 'local' | 'external';
    bearer?: string;
    url?: string;
  } = {},
): OriginPower {
  const {
    sideEffect = 'mutating',
    network = 'local',
    bearer,
    url = `http://127.0.0.1:${port}/api/`,
  } = parts;
  const power = nodeOriginPower({
    capability: { id: 'lamp.state@1', origins: ['lamp'], network, sideEffect },
    origins: { lamp: { url, ...(bearer !== undefined && { bearer }) } },
    secrets,
  })['lamp'];
  if (power === undefined) throw new Error('no lamp');
  return power;
}
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (thrown: unknown) => (PowerError.is(thrown) ? thrown.code : thrown),
  );

describe('origin power', () => {
  it('reads below its address, with a query', async () => {
    expect(await lamp().get('/stats/summary', { query: { top: 5, on: true } })).toEqual({
      status: 200,
      contentType: 'application/json',
      text: '{"blocking":"enabled"}',
    });
    expect(heard.at(-1)).toMatchObject({ method: 'GET', url: '/api/stats/summary?top=5&on=true' });
  });

  it('an address that may change is asked for with each wish', async () => {
    const here = { url: `http://127.0.0.1:${port}/api` };
    let stated: { url: string } | undefined;
    const { lamp: power } = nodeOriginPower({
      capability: {
        id: 'lamp.state@1',
        origins: ['lamp'],
        network: 'local',
        sideEffect: 'read_only',
      },
      origins: { lamp: () => stated },
    });
    const wish = (): Promise<unknown> =>
      codeOf(power?.get('/stats') ?? Promise.reject(new Error()));
    expect(await wish()).toBe('not_found');
    stated = here;
    expect(await wish()).toBe('answered');
    // Held to the same rules: an address that is not of this device serves no local capability.
    for (const url of ['http://192.168.1.2/', 'not an address', 'http://ada:pw@127.0.0.1/']) {
      stated = { url };
      expect(await wish()).toBe('unavailable');
    }
    stated = here;
    expect(await wish()).toBe('answered');
  });

  it('a read-only capability only reads, and a mutating one sends JSON', async () => {
    const before = heard.length;
    expect(await codeOf(lamp({ sideEffect: 'read_only' }).send('POST', '/x'))).toBe('not_declared');
    expect(await codeOf(lamp().send('CONNECT' as never, '/x'))).toBe('not_declared');
    expect(heard).toHaveLength(before);
    await lamp().send('POST', '/state', { json: { on: true } });
    expect(heard.at(-1)).toMatchObject({ method: 'POST', body: '{"on":true}' });
  });

  it('its secret goes to its own service, and a handler never has it', async () => {
    await lamp({ bearer: 'token' }).get('/x');
    expect(heard.at(-1)?.authorization).toBe('Bearer a-secret');
    await lamp().get('/x');
    expect(heard.at(-1)?.authorization).toBeUndefined();
    expect(await codeOf(lamp({ bearer: 'missing' }).get('/x'))).toBe('unavailable');
  });

  it.each([
    ['a redirect', '/redirect', 'redirect_refused'],
    ['an encoding', '/packed', 'encoding_refused'],
    ['half an answer', '/cut', 'bad_answer'],
    ['a header that is too large', '/headers', 'headers_too_large'],
  ])('refuses %s', async (_what, path, code) => {
    expect(await codeOf(lamp().get(path))).toBe(code);
  });

  it('a body is counted while it comes', async () => {
    expect(await codeOf(lamp().get('/large', { maxBytes: 4_999 }))).toBe('too_large');
    expect(await codeOf(lamp().get('/large', { maxBytes: 5_000 }))).toBe('answered');
    expect(await codeOf(lamp().get('/endless', { maxBytes: 1_000_000 }))).toBe('too_large');
    expect(await codeOf(lamp().get('/large', { maxBytes: -1 }))).toBe('invalid_arguments');
  });

  it('an abort is heard while a service is silent', async () => {
    const stop = new AbortController();
    const asked = codeOf(lamp().get('/silent', { signal: stop.signal }));
    setTimeout(() => stop.abort(), 20);
    expect(await asked).toBe('aborted');
  });

  it('nobody there is said as that', async () => {
    expect(await codeOf(lamp({ url: 'http://127.0.0.1:1/' }).get('/x'))).toBe('connect_failed');
  });

  it('S1-078 a local capability’s service is this device: by its address, and by what a name means', async () => {
    for (const url of [
      'http://192.168.1.2/',
      'http://pi.hole/',
      'https://8.8.8.8/',
      'http://[fd00::1]/',
    ])
      expect(() => lamp({ url })).toThrow(ContractError);
    for (const url of [
      `http://localhost:${port}/api`,
      `http://[::1]:${port}/`,
      'http://127.9.9.9/',
    ])
      expect(() => lamp({ url })).not.toThrow();
    expect(await codeOf(lamp({ url: `http://localhost:${port}/api` }).get('/x'))).toBe('answered');
  });

  it('an address that says more than an address is refused at start', () => {
    for (const url of [
      'ftp://127.0.0.1/',
      'http://a:b@127.0.0.1/',
      'http://127.0.0.1/?x',
      'http://127.0.0.1/#x',
      '127.0.0.1',
      '',
    ])
      expect(() => readOrigin('lamp', url, 'external')).toThrow(ContractError);
    expect(() =>
      nodeOriginPower({
        capability: {
          id: 'lamp.state@1',
          origins: ['lamp'],
          network: 'local',
          sideEffect: 'read_only',
        },
        origins: {},
      }),
    ).toThrow(/no origin `lamp` is configured/);
  });
});

describe('S3-175 a path below an origin', () => {
  const address = readOrigin('lamp', 'http://127.0.0.1/api', 'local');

  it.each(
    [
      '..',
      '/..',
      '/a/../b',
      '/a/./b',
      '/%2e%2e/b',
      '/a%2fb',
      '/a%5Cb',
      '/a\\b',
      '/a\0',
      '/a%00',
      '//evil',
      'http://evil/',
      '/a?b',
      '/a#b',
      '/a b',
      '',
      '/a\r\nHost: evil',
      `/${'x'.repeat(3e3)}`,
    ].filter((path) => path !== '//evil'),
  )('refuses %j', (path) => {
    expect(pathBelow(address, path, {})).toBeUndefined();
  });

  it('for every path and query: it stays below, on one line', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.dictionary(fc.string(), fc.string()),
        (path, query) => {
          const below = pathBelow(address, `/${path}`, query);
          if (below === undefined) return;
          const url = new URL(`http://127.0.0.1${below}`);
          expect(url.pathname.startsWith('/api/')).toBe(true);
          expect(url.host).toBe('127.0.0.1');
          expect(below).toMatch(/^[\x21-\x7e]+$/);
        },
      ),
    );
  });
});
