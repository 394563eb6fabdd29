import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createWebClient, type WebParts } from '../../../../src/node/powers/web/client.js';
import { tcpDial } from '../../../../src/node/powers/web/dial.js';
import { DEADLINES } from './fake-network.js';

/** Starts a server on loopback and hands its port to a test; closes it with all its connections. */
export async function served<T>(server: Server, use: (port: number) => Promise<T>): Promise<T> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

/** A server of HTTP, as a request listener. */
export const http = (listener: RequestListener): Server => createHttpServer(listener);

/** A server that writes these bytes to whoever connects, and says nothing more. */
export const raw = (...bytes: (string | Uint8Array)[]): Server =>
  createServer((socket) => {
    socket.resume();
    for (const part of bytes) socket.write(part);
  });

/**
 * The client as it is, but for who may be asked: every name stands for this machine, and this
 * machine counts as public. Only a test can say so; no option does.
 */
export const loopbackClient = (port: number, parts: Partial<WebParts> = {}) =>
  createWebClient({
    ports: new Set([port]),
    deadlines: DEADLINES,
    vet: (addresses) => addresses.every((address) => address === '127.0.0.1'),
    resolve: () => Promise.resolve(['127.0.0.1']),
    dial: tcpDial(),
    ...parts,
  });
