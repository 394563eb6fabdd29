import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import * as tls from 'node:tls';
import { asWebError } from './web-error.js';

/** An end of a connection. */
export interface Endpoint {
  /** An address, never a name. */
  readonly address: string;
  readonly port: number;
  /** The name a certificate has to be for; undefined without TLS. An address where the URL has one. */
  readonly tlsHost: string | undefined;
}

/**
 * Opens one connection to one address; ended by the signal until it is open, by its taker after.
 *
 * @throws PowerError — `connect_failed`, or `tls_failed` when the other side is not who it should be.
 */
export type Dial = (endpoint: Endpoint, signal: AbortSignal) => Promise<Duplex>;

/** Dials over TCP, and TLS from 1.2. Trusts what this machine trusts, or the authority stated. */
export function tcpDial(trusted: Pick<tls.SecureContextOptions, 'ca'> = {}): Dial {
  return async ({ address, port, tlsHost }, signal) => {
    // INVARIANT: an address takes no look-up, so there is nobody who could answer differently now.
    const socket = connect({ host: address, port });
    await opened(socket, 'connect', signal, 'connect_failed');
    if (tlsHost === undefined) return socket;
    const secured = tls.connect({
      ...trusted,
      socket,
      // What the environment or flags of the process may loosen is stated here.
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      // An address is compared with the certificate, but never sent as a name.
      ...(tlsHost === address ? { host: address } : { servername: tlsHost }),
    });
    await opened(secured, 'secureConnect', signal, 'tls_failed');
    return secured;
  };
}

async function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  fault: 'connect_failed' | 'tls_failed',
): Promise<void> {
  // A connection may fail when nobody listens any more.
  socket.on('error', () => undefined);
  try {
    await once(socket, event, { signal });
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw asWebError(error, fault);
  }
}
