import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { READ_BYTES } from '../../../../src/node/powers/byte-limit.js';
import { tcpDial } from '../../../../src/node/powers/web/dial.js';
import { PowerError } from '../../../../src/powers/power-error.js';
import { refusalOf } from '../refusal.js';
import { certificateFor, https } from './certificate.js';
import { DEADLINES, fakeNetwork } from './fake-network.js';
import { http, loopbackClient, raw, served } from './loopback.js';

const PUBLIC = '93.184.216.34';
const page = 'http://example.org/';

describe('the web client: where it connects', () => {
  it.each(['127.0.0.1', '::1', '::ffff:169.254.169.254', '100.64.0.1'])(
    'S3-119, bar-11: connects to nobody when a name stands for %s',
    async (address) => {
      const { web, looked, dialled } = fakeNetwork({ resolve: () => [address] });
      expect(await refusalOf(web.get(page))).toBe('address_refused');
      expect([looked, dialled]).toEqual([['example.org'], []]);
    },
  );

  it.each([
    [[PUBLIC, '10.0.0.1']],
    [['10.0.0.1', PUBLIC]],
    [[PUBLIC, '::1']],
    [[PUBLIC, '2606:4700::1', 'fd00::1']],
    [[PUBLIC, 'not an address']],
  ])('G03: one private address among %j refuses the name', async (addresses) => {
    const { web, dialled } = fakeNetwork({ resolve: () => addresses });
    expect(await refusalOf(web.get(page))).toBe('address_refused');
    expect(dialled).toEqual([]);
  });

  it('G02, bar-11: a name that stands for something else a moment later gains nothing', async () => {
    const answers = [[PUBLIC], ['169.254.169.254'], ['127.0.0.1']];
    const { web, looked, dialled } = fakeNetwork({
      resolve: () => answers.shift() ?? [],
      answer: (_, response) => response.setHeader('content-type', 'text/plain').end('public'),
    });
    expect(await web.get(page)).toMatchObject({ text: 'public' });
    expect(looked).toEqual(['example.org']);
    expect(dialled).toEqual([{ address: PUBLIC, port: 80, tlsHost: undefined }]);

    expect(await refusalOf(web.get(page))).toBe('address_refused');
    expect(dialled).toHaveLength(1);
  });

  it('G01, G02: looks again at each redirect, and connects to nobody private', async () => {
    const answers = [[PUBLIC], ['169.254.169.254']];
    const { web, looked, dialled } = fakeNetwork({
      resolve: () => answers.shift() ?? [],
      answer: (_, response) => response.writeHead(302, { location: '/again' }).end(),
    });
    expect(await refusalOf(web.get(page))).toBe('address_refused');
    expect([looked.length, dialled.length]).toEqual([2, 1]);
  });

  it('G06: sees one host in every spelling of it', async () => {
    const { web, looked, dialled } = fakeNetwork({ resolve: () => [PUBLIC] });
    for (const url of ['https://EXAMPLE.org/', 'https://example.ORG./', 'https://ｅxample.org'])
      expect(await refusalOf(web.get(url))).toBe('connect_failed');
    expect(looked).toEqual(['example.org', 'example.org', 'example.org']);
    expect(dialled).toEqual(Array(3).fill({ address: PUBLIC, port: 443, tlsHost: 'example.org' }));
  });

  it('an address in the URL is judged like any other, and asks no name server', async () => {
    const { web, looked, dialled } = fakeNetwork();
    expect(await refusalOf(web.get('http://169.254.169.254/latest/meta-data/'))).toBe(
      'address_refused',
    );
    expect(await refusalOf(web.get(`https://${PUBLIC}/`))).toBe('connect_failed');
    expect(looked).toEqual([]);
    expect(dialled).toEqual([{ address: PUBLIC, port: 443, tlsHost: PUBLIC }]);
  });

  it('tries each address of a name once, up to eight, and never again after TLS failed', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `93.184.216.${index}`);
    const { web, addresses } = fakeNetwork({ resolve: () => many });
    expect(await refusalOf(web.get(page))).toBe('connect_failed');
    expect(addresses()).toEqual(many.slice(0, 8));

    const dialled: string[] = [];
    const { web: strict } = fakeNetwork({
      resolve: () => many,
      parts: {
        dial: ({ address }) => {
          dialled.push(address);
          return Promise.reject(new PowerError('web', 'tls_failed'));
        },
      },
    });
    expect(await refusalOf(strict.get(page))).toBe('tls_failed');
    expect(dialled).toHaveLength(1);
  });

  it('says when a name stands for nothing', async () => {
    expect(await refusalOf(fakeNetwork().web.get(page))).toBe('name_not_found');
  });
});

describe('the web client: pages', () => {
  it('reads a page over a real connection', async () => {
    const server = http((asked, response) => {
      response.setHeader('content-type', 'Text/HTML; charset=iso-8859-1');
      response.setHeader('content-encoding', 'gzip');
      response.setHeader('set-cookie', 'id=1');
      response.setHeader('refresh', '0; url=http://169.254.169.254/');
      response.end(gzipSync(Buffer.from(`${asked.url} ${asked.headers.cookie} grüße`, 'latin1')));
    });
    await served(server, async (port) => {
      const web = loopbackClient(port);
      const read = {
        url: `http://example.org:${port}/a?b`,
        status: 200,
        contentType: 'text/html',
        text: '/a?b undefined grüße',
        truncated: false,
      };
      expect(await web.get(`http://Example.org:${port}/a?b#c`)).toEqual(read);
      expect(await web.get(`http://example.org:${port}/a?b`)).toEqual(read);
    });
  });

  it('reads a page over TLS, from whoever has the certificate of the name', async () => {
    const identity = certificateFor(['example.org']);
    const server = https(identity, (asked, response) =>
      response.setHeader('content-type', 'text/plain').end(asked.headers.host),
    );
    await served(server, async (port) => {
      const web = loopbackClient(port, { dial: tcpDial({ ca: identity.cert }) });
      expect(await web.get(`https://example.org:${port}/`)).toMatchObject({
        text: `example.org:${port}`,
      });
      expect(await refusalOf(web.get(`https://example.com:${port}/`))).toBe('tls_failed');
      expect(await refusalOf(loopbackClient(port).get(`https://example.org:${port}/`))).toBe(
        'tls_failed',
      );
    });
  });

  it('hands on any status: what it means is the handler’s to judge', async () => {
    const { web } = fakeNetwork({
      resolve: () => [PUBLIC],
      answer: (_, response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('no'),
    });
    expect(await web.get(page)).toMatchObject({ status: 404, text: 'no' });
  });

  it('refuses what is no text, before it is read', async () => {
    const { web } = fakeNetwork({
      resolve: () => [PUBLIC],
      answer: (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('png'),
    });
    expect(await refusalOf(web.get(page))).toBe('content_type_refused');
  });

  it('G07, G08: cuts a page at the limit between two characters, or refuses it', async () => {
    const { web } = fakeNetwork({
      resolve: () => [PUBLIC],
      answer: (_, response) => response.setHeader('content-type', 'text/plain').end('aüüü'),
    });
    expect(await web.get(page, { maxBytes: 4, cut: true })).toMatchObject({
      text: 'aü',
      truncated: true,
    });
    expect(await web.get(page, { maxBytes: 7, cut: true })).toMatchObject({
      text: 'aüüü',
      truncated: false,
    });
    expect(await refusalOf(web.get(page, { maxBytes: 6 }))).toBe('too_large');
  });

  it('G08: hangs up where it stops reading', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).resume();
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed) if (!socket.write('a'.repeat(65_536))) break;
        socket.once('drain', more);
      };
      more();
    });
    await served(server, async (port) => {
      const hungUp = new Promise<void>((resolve) => {
        server.on('connection', (socket) => socket.on('close', () => resolve()));
      });
      const asked = loopbackClient(port).get(`http://example.org:${port}/`, {
        maxBytes: 100_000,
        cut: true,
      });
      expect((await asked).text).toHaveLength(100_000);
      await hungUp;
    });
  });

  it('reads 1 MiB unless asked for more, and never more than 16', async () => {
    const { web } = fakeNetwork({
      resolve: () => [PUBLIC],
      answer: ({ url }, response) =>
        response.setHeader('content-type', 'text/plain').end(Buffer.alloc(Number(url?.slice(1)))),
    });
    const sized = (bytes: number): string => `${page}${bytes}`;
    expect((await web.get(sized(READ_BYTES.usual))).text).toHaveLength(READ_BYTES.usual);
    expect(await refusalOf(web.get(sized(READ_BYTES.usual + 1)))).toBe('too_large');
    const most = { maxBytes: Number.MAX_SAFE_INTEGER };
    expect((await web.get(sized(READ_BYTES.most), most)).text).toHaveLength(READ_BYTES.most);
    expect(await refusalOf(web.get(sized(READ_BYTES.most + 1), most))).toBe('too_large');
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity, '5' as never])(
    'refuses a limit of %s',
    async (maxBytes) => {
      const { web, looked } = fakeNetwork({ resolve: () => [PUBLIC] });
      expect(await refusalOf(web.get(page, { maxBytes }))).toBe('invalid_arguments');
      expect(looked).toEqual([]);
    },
  );
});

describe('the web client: redirects', () => {
  /** Answers `/n` with a redirect to `/n-1`, and `/0` with a page. */
  const counting = () =>
    fakeNetwork({
      resolve: () => [PUBLIC],
      answer: ({ url }, response) => {
        const left = Number(url?.slice(1));
        if (left === 0) response.setHeader('content-type', 'text/plain').end('here');
        else response.writeHead(302, { location: `/${left - 1}` }).end();
      },
    });

  it('S3-121: follows five on the same host, each over a connection of its own', async () => {
    const { web, dialled } = counting();
    expect(await web.get(`${page}5`)).toMatchObject({ url: `${page}0`, text: 'here' });
    expect(dialled).toHaveLength(6);
  });

  it('S3-121: refuses the sixth', async () => {
    const { web, dialled } = counting();
    expect(await refusalOf(web.get(`${page}6`))).toBe('too_many_redirects');
    expect(dialled).toHaveLength(6);
  });

  it.each([301, 302, 303, 307, 308])(
    'S3-121, G01: %i to another host connects to nobody',
    async (status) => {
      const { web, looked, dialled } = fakeNetwork({
        resolve: () => [PUBLIC],
        answer: (_, response) =>
          response.writeHead(status, { location: 'http://elsewhere.org/' }).end(),
      });
      expect(await refusalOf(web.get(page))).toBe('redirect_refused');
      expect([looked, dialled.length]).toEqual([['example.org'], 1]);
    },
  );

  it('goes to TLS where it is sent there', async () => {
    const { web, dialled } = fakeNetwork({
      resolve: () => [PUBLIC],
      answer: (_, response) => response.writeHead(301, { location: 'https://example.org/' }).end(),
    });
    expect(await refusalOf(web.get(page))).toBe('too_many_redirects');
    expect(dialled.map(({ tlsHost }) => tlsHost).slice(0, 3)).toEqual([
      undefined,
      'example.org',
      'example.org',
    ]);
  });
});

describe('the web client: time', () => {
  const never = (): Promise<never> => new Promise(() => undefined);
  const drip = (first: string, piece: string) =>
    createServer((socket) => {
      socket.on('error', () => undefined).resume();
      socket.write(first);
      const timer = setInterval(() => socket.write(piece), 10);
      socket.on('close', () => clearInterval(timer));
    });

  it('S3-119: ends a look-up, and a connection to each address, that take too long', async () => {
    const short = { ...DEADLINES, resolveMs: 10, connectMs: 10 };
    const slowName = fakeNetwork({ parts: { resolve: never, deadlines: short } });
    expect(await refusalOf(slowName.web.get(page))).toBe('timed_out');

    const tried: string[] = [];
    const slowHost = fakeNetwork({
      resolve: () => [PUBLIC, '8.8.8.8'],
      parts: {
        deadlines: short,
        dial: ({ address }) => {
          tried.push(address);
          return never();
        },
      },
    });
    expect(await refusalOf(slowHost.web.get(page))).toBe('timed_out');
    expect(tried).toEqual([PUBLIC, '8.8.8.8']);
  });

  it.each([
    ['says nothing', raw()],
    ['drips its headers', drip('HTTP/1.1 200 OK\r\n', 'X: a\r\n')],
    ['drips words before its answer', drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
  ])('ends an answer that %s, and hangs up', async (_, server) => {
    await served(server, async (port) => {
      let hungUp = never() as Promise<void>;
      server.on('connection', (socket) => {
        hungUp = new Promise((resolve) => socket.on('close', () => resolve()));
      });
      const web = loopbackClient(port, { deadlines: { ...DEADLINES, firstByteMs: 60 } });
      expect(await refusalOf(web.get(`http://example.org:${port}/`))).toBe('timed_out');
      await hungUp;
    });
  });

  it('ends a body that drips, and hangs up', async () => {
    const server = drip('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n', 'a');
    await served(server, async (port) => {
      let hungUp = never() as Promise<void>;
      server.on('connection', (socket) => {
        hungUp = new Promise((resolve) => socket.on('close', () => resolve()));
      });
      const web = loopbackClient(port, { deadlines: { ...DEADLINES, totalMs: 100 } });
      expect(await refusalOf(web.get(`http://example.org:${port}/`))).toBe('timed_out');
      await hungUp;
    });
  });

  it('G08: ends with the signal of the invocation, wherever it is', async () => {
    const server = drip('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n', 'a');
    await served(server, async (port) => {
      const until = new AbortController();
      const asked = loopbackClient(port).get(`http://example.org:${port}/`, {
        signal: until.signal,
      });
      setTimeout(() => until.abort(), 60);
      expect(await refusalOf(asked)).toBe('aborted');
    });

    const { web, looked } = fakeNetwork({ resolve: () => [PUBLIC] });
    expect(await refusalOf(web.get(page, { signal: AbortSignal.abort() }))).toBe('aborted');
    expect(looked).toEqual([]);
  });

  it('asks at most sixteen at once; who waits in vain asks nobody', async () => {
    const until = new AbortController();
    const { web, looked } = fakeNetwork({
      parts: {
        resolve: (name, signal) => {
          looked.push(name);
          return new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(new Error('ends'))),
          );
        },
      },
    });
    const asked = Array.from({ length: 40 }, () =>
      refusalOf(web.get(page, { signal: until.signal })),
    );
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(looked).toHaveLength(16);
    until.abort();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['aborted']));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(looked).toHaveLength(16);
  });
});

describe('the web client: what it says', () => {
  it('G04: names power and rule, and never a URL, name or address', async () => {
    const { web } = fakeNetwork({
      parts: { resolve: () => Promise.reject(new Error('queryA EREFUSED example.org')) },
    });
    const thrown: unknown = await web.get(page).catch((error: unknown) => error);
    expect(String(thrown)).toBe('PowerError: `web`: unavailable');
    expect(thrown).not.toHaveProperty('cause');
  });

  it('takes whatever a handler hands it', async () => {
    const { web } = fakeNetwork({ resolve: () => [PUBLIC] });
    expect(await refusalOf(web.get(undefined as never))).toBe('url_refused');
    expect(await refusalOf(web.get(page, null as never))).toBe('unavailable');
    expect(await refusalOf(web.get(page, { signal: {} as never }))).toBe('unavailable');
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap');
        },
      },
    );
    expect(await refusalOf(web.get(page, trap))).toBe('unavailable');
  });
});
