import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import { exchange, type Asked } from '../../../../src/node/powers/web/exchange.js';
import { refusalOf } from '../refusal.js';
import { raw, served } from './loopback.js';

const asked: Asked = {
  method: 'GET',
  authority: 'example.org:80',
  path: '/a?b=c',
  headers: { 'User-Agent': 'sovereign-web/1', Accept: 'text/*' },
};

const ask = (server: Server) =>
  served(server, async (port) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    try {
      return await exchange(socket, asked);
    } finally {
      socket.destroy();
    }
  });

describe('exchange', () => {
  /** What a server is sent, word for word. */
  async function sent(parts: Partial<Asked>): Promise<readonly string[]> {
    let text = '';
    const server = createServer((socket) => {
      socket.on('data', (chunk) => {
        text += String(chunk);
        if (text.endsWith(parts.body ?? '\r\n\r\n')) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      });
    });
    await served(server, async (port) => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      expect((await exchange(socket, { ...asked, ...parts })).statusCode).toBe(204);
      socket.destroy();
    });
    return text.split('\r\n');
  }

  it('sends exactly what was stated, and nothing about this machine', async () => {
    expect(await sent({})).toEqual([
      'GET /a?b=c HTTP/1.1',
      'Host: example.org:80',
      'User-Agent: sovereign-web/1',
      'Accept: text/*',
      'Connection: close',
      '',
      '',
    ]);
  });

  it('sends a body with its length', async () => {
    expect(await sent({ method: 'PUT', headers: {}, body: '{"on":"ä"}' })).toEqual([
      'PUT /a?b=c HTTP/1.1',
      'Host: example.org:80',
      'Connection: close',
      'Content-Length: 11',
      '',
      '{"on":"ä"}',
    ]);
  });

  it('gives the answer after any number of words before it', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n';
    const answer = await ask(raw(early, early, 'HTTP/1.1 200 OK\r\nRefresh: 0; url=/\r\n\r\n'));
    expect(answer.statusCode).toBe(200);
  });

  it.each([
    ['one long header', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(16_384)}\r\n\r\n`],
    ['many short ones', `HTTP/1.1 200 OK\r\n${'X: a\r\n'.repeat(20_000)}\r\n`],
    ['one that does not end', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(200_000)}`],
  ])('G07: refuses more than 16 KiB of headers: %s', async (_, bytes) => {
    expect(await refusalOf(ask(raw(bytes)).then(({ statusCode }) => statusCode))).toBe(
      'headers_too_large',
    );
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['an answer of HTTP/2', 'HTTP/2 200\r\n\r\n'],
    [
      'a length and chunks at once',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['a control character in a header', 'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n'],
    [
      'a change of protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    ],
  ])('refuses %s', async (_, bytes) => {
    expect(await refusalOf(ask(raw(bytes)))).toBe('bad_answer');
  });

  it('refuses a connection that ends without an answer', async () => {
    expect(await refusalOf(ask(createServer((socket) => socket.end())))).toBe('bad_answer');
  });
});
