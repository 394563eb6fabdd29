import { text } from 'node:stream/consumers';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { tcpDial } from '../../../../src/node/powers/web/dial.js';
import { refusalOf } from '../refusal.js';
import { certificateFor, secured } from './certificate.js';
import { raw, served } from './loopback.js';

const address = '127.0.0.1';
const forever = new AbortController().signal;

describe('tcpDial', () => {
  it('connects to an address', async () => {
    await served(raw('hello'), async (port) => {
      const connection = await tcpDial()({ address, port, tlsHost: undefined }, forever);
      const [chunk] = await connection.take(1).toArray();
      expect(String(chunk)).toBe('hello');
      connection.destroy();
    });
  });

  it('says when nobody answers there', async () => {
    const port = await served(raw(), (taken) => Promise.resolve(taken));
    const dialled = tcpDial()({ address, port, tlsHost: undefined }, forever);
    expect(await refusalOf(dialled)).toBe('connect_failed');
  });

  it('G02: shows the name to the other side, and speaks HTTP/1.1', async () => {
    const identity = certificateFor(['example.org']);
    await served(secured(identity), async (port) => {
      const dial = tcpDial({ ca: identity.cert });
      const connection = await dial({ address, port, tlsHost: 'example.org' }, forever);
      expect(await text(connection)).toBe('example.org http/1.1');
    });
  });

  it('takes a certificate for an address, and never sends an address as a name', async () => {
    const identity = certificateFor(['example.org'], [address]);
    await served(secured(identity), async (port) => {
      const dial = tcpDial({ ca: identity.cert });
      const connection = await dial({ address, port, tlsHost: address }, forever);
      expect(await text(connection)).toBe('false http/1.1');
    });
  });

  it.each([
    ['for another name', 'example.com', true],
    ['for a name where the URL has an address', address, true],
    ['that only vouches for itself', 'example.org', false],
  ])('refuses a certificate %s, whatever the environment says', async (_, tlsHost, trusts) => {
    const identity = certificateFor(['example.org']);
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      await served(secured(identity), async (port) => {
        const dial = tcpDial(trusts ? { ca: identity.cert } : {});
        expect(await refusalOf(dial({ address, port, tlsHost }, forever))).toBe('tls_failed');
      });
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });

  it.each([['no TLS'], ['']])('says when the other side speaks `%s` instead', async (bytes) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(bytes);
    });
    await served(server, async (port) => {
      const dialled = tcpDial()({ address, port, tlsHost: 'example.org' }, forever);
      expect(await refusalOf(dialled)).toBe('tls_failed');
    });
  });

  it('G08: gives up in the middle of the greeting when told so, and hangs up', async () => {
    let hungUp: Promise<void> | undefined;
    const silent = createServer((socket) => {
      hungUp = new Promise((resolve) => socket.on('close', () => resolve()));
      socket.on('error', () => undefined).resume();
    });
    await served(silent, async (port) => {
      const until = new AbortController();
      const dialled = tcpDial()({ address, port, tlsHost: 'example.org' }, until.signal);
      setTimeout(() => until.abort(new Error('stop')), 20);
      await expect(dialled).rejects.toThrow('stop');
      await hungUp;
    });
  });
});
