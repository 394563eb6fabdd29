import { once } from 'node:events';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { sockets } from '../../src/database/sockets.js';
import { silentServer } from '../silent.js';

describe('sockets', () => {
  it('are closed together, also where nobody answers at the other end', async () => {
    const { port } = await silentServer();
    const { make, closed, destroy } = sockets();
    await closed();
    const [one, other] = [make() as Socket, make() as Socket];
    for (const socket of [one, other]) {
      socket.connect(port, '127.0.0.1');
      await once(socket, 'connect');
    }
    one.end('goodbye');
    destroy();
    await closed();
    expect([one.destroyed, other.destroyed]).toEqual([true, true]);
  });

  it('may be made by somebody else', async () => {
    const own = new Socket();
    const { make, closed, destroy } = sockets(() => own);
    expect(make()).toBe(own);
    destroy();
    await closed();
    expect(own.destroyed).toBe(true);
  });
});
