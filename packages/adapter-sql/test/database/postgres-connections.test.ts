import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { connectionsTo } from '../../src/database/postgres-connections.js';
import { openPostgres } from '../../src/index.js';
import { ownSockets, silentServer } from '../silent.js';

const opened = (connectionString: string): Promise<unknown> =>
  openPostgres({ connection: { connectionString, connectionTimeoutMillis: 200 } }).catch(
    (thrown: unknown) => thrown,
  );

describe('connections to a server', () => {
  it('that takes them and never says a word fail within their time, and say nothing of a secret', async () => {
    const { port } = await silentServer();
    const thrown = await opened(`postgres://canary:canary@127.0.0.1:${port}/canary`);
    expect(thrown).toMatchObject({ name: 'SqlStoreError', fault: 'unavailable' });
    expect(inspect(thrown, { depth: 9, showHidden: true })).not.toContain('canary');
  }, 5_000);

  it.each(['postgres://canary:canary@127.0.0.1:1/canary', 'postgres://canary:canary@[canary/'])(
    'that is not there, at %s, fail in the same words',
    async (url) => {
      const thrown = await opened(url);
      expect(thrown).toMatchObject({ name: 'SqlStoreError', fault: 'unavailable' });
      expect(inspect(thrown, { depth: 9, showHidden: true })).not.toContain('canary');
    },
  );

  it('have a time in which they come about, whoever says that they have none', async () => {
    const { port } = await silentServer();
    const lent = [undefined, 0].map(async (connectionTimeoutMillis) => {
      const to = { host: '127.0.0.1', port, connectionTimeoutMillis };
      const { lend, end } = await connectionsTo(to);
      await expect(lend(async () => 'lent')).rejects.toMatchObject({ fault: 'unavailable' });
      await end();
    });
    await Promise.all(lent);
  }, 15_000);

  it('are let go of at the end, whether or not anybody answers', async () => {
    const { port } = await silentServer();
    const { stream, all } = ownSockets();
    const { lend, end } = await connectionsTo({ host: '127.0.0.1', port, stream });
    const lent = lend(async () => 'lent').catch((thrown: unknown) => thrown);
    await expect.poll(() => all[0]?.readyState).toBe('open');
    await end();
    expect(await lent).toMatchObject({ fault: 'unavailable' });
    expect(all.map(({ destroyed }) => destroyed)).toEqual([true]);
  });
});
