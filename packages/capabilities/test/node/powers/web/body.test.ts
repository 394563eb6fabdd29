import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Server } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readBody } from '../../../../src/node/powers/web/body.js';
import { refusalOf } from '../refusal.js';
import { http, raw, served } from './loopback.js';

const read = (server: Server, maxBytes: number, cut = false) =>
  served(server, async (port) => {
    const asked = request({ port, host: '127.0.0.1', agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    try {
      const { bytes, isCut } = await readBody(answer, { maxBytes, cut });
      return { text: Buffer.from(bytes).toString(), isCut };
    } finally {
      asked.destroy();
    }
  });

const answering = (bytes: string | Uint8Array, headers: OutgoingHttpHeaders = {}): Server =>
  http((_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value ?? '');
    response.end(bytes);
  });

/** An answer that goes on for as long as anyone reads; says how much was taken. */
function endless(piece: Uint8Array, headers: OutgoingHttpHeaders = {}) {
  const told = { bytes: 0 };
  const server = http((_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value ?? '');
    const more = (): void => {
      while (!response.destroyed) {
        told.bytes += piece.length;
        if (!response.write(piece)) {
          response.once('drain', more);
          return;
        }
      }
    };
    more();
  });
  return { server, told };
}

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const PACKED = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', (bytes: Buffer) => brotliCompressSync(bytes, FAST)],
  ['identity', Buffer.from],
] as const;

describe('readBody', () => {
  it('reads a body whole, up to the limit exactly', async () => {
    expect(await read(answering('abcde'), 5)).toEqual({ text: 'abcde', isCut: false });
    expect(await read(answering(''), 1)).toEqual({ text: '', isCut: false });
  });

  it.each([
    ['with its length told', answering('abcdef')],
    ['without', answering('abcdef', { 'transfer-encoding': 'chunked' })],
  ])('G07: refuses one byte more, %s', async (_, server) => {
    expect(await refusalOf(read(server, 5))).toBe('too_large');
  });

  it.each([
    ['with its length told', answering('abcdef')],
    ['without', answering('abcdef', { 'transfer-encoding': 'chunked' })],
  ])('cuts it there when asked to, %s', async (_, server) => {
    expect(await read(server, 5, true)).toEqual({ text: 'abcde', isCut: true });
  });

  it.each(PACKED)('unpacks %s', async (name, pack) => {
    const server = answering(pack(Buffer.from('grüße')), { 'content-encoding': name });
    expect(await read(server, 100)).toEqual({ text: 'grüße', isCut: false });
  });

  it.each(PACKED)('G07: counts what %s unpacks to', async (name, pack) => {
    const bomb = answering(pack(Buffer.alloc(5_000_000)), { 'content-encoding': name });
    expect(await refusalOf(read(bomb, 10_000))).toBe('too_large');
    expect(await read(bomb, 10, true)).toEqual({ text: '\0'.repeat(10), isCut: true });
  });

  it('G08: stops unpacking what unpacks without end', async () => {
    const piece = gzipSync(Buffer.alloc(1_000_000));
    const { server, told } = endless(piece, { 'content-encoding': 'gzip' });
    expect(await refusalOf(read(server, 10_000_000))).toBe('too_large');
    expect(told.bytes).toBeLessThan(20_000_000);
  });

  it.each(['gzip, gzip', 'br, gzip', 'zstd', 'compress', 'aes128gcm', '*'])(
    'refuses a packing it did not ask for: %s',
    async (name) => {
      expect(await refusalOf(read(answering('a', { 'content-encoding': name }), 10))).toBe(
        'encoding_refused',
      );
    },
  );

  it('refuses a packing on the way', async () => {
    const server = raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n');
    expect(await refusalOf(read(server, 10))).toBe('encoding_refused');
  });

  it.each([
    ['what is no gzip', Buffer.from('plain')],
    ['gzip that breaks off', gzipSync('a'.repeat(1_000)).subarray(0, 15)],
    ['gzip that was changed', gzipSync('abcdefgh').fill(7, 20)],
  ])('refuses %s', async (_, bytes) => {
    expect(await refusalOf(read(answering(bytes, { 'content-encoding': 'gzip' }), 10_000))).toBe(
      'bad_answer',
    );
  });

  it('refuses a body that is shorter than was said', async () => {
    const server = raw('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc');
    server.on('connection', (socket) => setTimeout(() => socket.destroy(), 20));
    expect(await refusalOf(read(server, 100))).toBe('bad_answer');
  });

  it('reads what comes before the end, when the end is all that tells the length', async () => {
    const server = raw('HTTP/1.1 200 OK\r\n\r\nabc');
    server.on('connection', (socket) => setTimeout(() => socket.end(), 20));
    expect(await read(server, 100)).toEqual({ text: 'abc', isCut: false });
  });

  it('G08: stops reading an endless body at the limit', async () => {
    const { server, told } = endless(Buffer.alloc(10_000, 'a'));
    expect(await refusalOf(read(server, 100_000))).toBe('too_large');
    // What is under way in buffers comes on top.
    expect(told.bytes).toBeLessThan(20_000_000);
  });

  it.each([false, true])(
    'G08: stops reading an endless body that unpacks to nothing (cut: %s)',
    async (cut) => {
      const nothing = endless(gzipSync(''), { 'content-encoding': 'gzip' });
      const asked = read(nothing.server, 1_000, cut);
      expect(await refusalOf(asked)).toEqual(
        cut ? { gave: { text: '', isCut: true } } : 'too_large',
      );
    },
  );

  it('ends where the packing ends, whatever follows', async () => {
    const packed = Buffer.concat([gzipSync('abc'), Buffer.alloc(50_000)]);
    const server = answering(packed, { 'content-encoding': 'gzip' });
    expect(await read(server, 100)).toEqual({ text: 'abc', isCut: false });
  });
});
