import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Sockets, followed from when they are made until they are closed. */
export interface Sockets {
  make(): Duplex;
  /** Resolves when none is left. */
  closed(): Promise<void>;
  /** Closes all at once, whether or not anybody answers at the other end. */
  destroy(): void;
}

/** Follows the sockets that somebody else uses, so that none outlives them. */
export function sockets(open: () => Duplex | undefined = () => new Socket()): Sockets {
  const all = new Map<Duplex, Promise<void>>();
  return Object.freeze<Sockets>({
    make() {
      const socket = open() ?? new Socket();
      const { promise, resolve } = Promise.withResolvers<void>();
      all.set(socket, promise);
      socket.once('close', () => {
        all.delete(socket);
        resolve();
      });
      return socket;
    },
    async closed() {
      await Promise.all(all.values());
    },
    destroy() {
      for (const socket of all.keys()) socket.destroy();
    },
  });
}
