import { once } from 'node:events';
import { connect, createServer, Socket, type AddressInfo, type Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server of one test. */
export interface SilentServer {
  readonly port: number;
}

/** Listens, takes every connection, and says nothing on any. */
export async function silentServer(): Promise<SilentServer> {
  return listening((socket) => void socket.resume());
}

/** A server that passes on what is said, until it falls silent. */
export interface Proxy extends SilentServer {
  /** From now on nothing comes through, in either direction, on old connections and new ones. */
  fallSilent(): void;
}

/** Stands between a client and a server, like the network. */
export async function proxyTo(to: {
  readonly host: string;
  readonly port: number;
}): Promise<Proxy> {
  let silent = false;
  const server = await listening((socket) => {
    if (silent) return void socket.resume();
    const beyond = connect(to.port, to.host);
    const pass = (from: Socket, into: Socket): void => {
      from.on('data', (data) => void (silent || into.write(data)));
      from.on('end', () => void (silent || into.end()));
      from.on('error', () => into.destroy());
      from.on('close', () => into.destroy());
    };
    pass(socket, beyond);
    pass(beyond, socket);
  });
  return Object.freeze<Proxy>({ ...server, fallSilent: () => void (silent = true) });
}

/** It does not say goodbye by itself: that, too, would be an answer. */
async function listening(serve: (socket: Socket) => void): Promise<SilentServer> {
  const all = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    all.add(socket);
    socket.on('close', () => all.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of all) socket.destroy();
    server.close();
  });
  return Object.freeze<SilentServer>({
    port: (server.address() as AddressInfo).port, // INVARIANT: it listens on a port
  });
}

/** The sockets of a driver, to be looked at. */
export function ownSockets(): { readonly stream: () => Socket; readonly all: readonly Socket[] } {
  const all: Socket[] = [];
  const stream = (): Socket => {
    const socket = new Socket();
    all.push(socket);
    return socket;
  };
  return { stream, all };
}
