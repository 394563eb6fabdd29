import type { PoolConfig } from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { openPostgresDatabase } from '../../src/database/postgres.js';
import { place, statement } from '../../src/database/statement.js';
import { migrate } from '../../src/migrations/migrate.js';
import { freshDatabase } from '../postgres-database.js';
import { ownSockets, proxyTo, type Proxy } from '../silent.js';

const READ = statement(({ db }) =>
  db.selectFrom('sovereign_turns').select('runs').where('turn', '=', place('turn')),
);

describe('a server that falls silent while it serves', () => {
  let connection: PoolConfig;

  beforeAll(async () => {
    connection = await freshDatabase();
  });

  /** A database behind a network, with little patience. */
  async function reached(more: PoolConfig = {}): Promise<{ database: Database; proxy: Proxy }> {
    const { host = '', port = 0 } = connection;
    const proxy = await proxyTo({ host, port });
    const through = { ...connection, host: '127.0.0.1', port: proxy.port };
    const database = await openPostgresDatabase(
      { connection: { ...through, connectionTimeoutMillis: 500, ...more } },
      { lendMs: 1_000, closeMs: 500 },
    );
    onTestFinished(() => database.close());
    await migrate(database);
    return { database, proxy };
  }

  const look = (database: Database, verb: 'read' | 'write' | 'writeInOrder'): Promise<unknown> =>
    database[verb]((tx) => tx.get(READ, { turn: 'turn:1' }));

  it.each(['read', 'write', 'writeInOrder'] as const)(
    'keeps nobody: each of many calls of %s fails within its time, and so does what comes later',
    async (verb) => {
      const { database, proxy } = await reached();
      await look(database, verb);
      proxy.fallSilent();
      const calls = Array.from({ length: 20 }, () => look(database, verb));
      for (const one of await Promise.allSettled(calls))
        expect(one).toMatchObject({ status: 'rejected', reason: { fault: 'unavailable' } });
      await expect(look(database, verb)).rejects.toMatchObject({ fault: 'unavailable' });
    },
    8_000,
  );

  it('in the middle of a group: all of the group fail, and the barrier behind them ends', async () => {
    const { database, proxy } = await reached();
    await look(database, 'writeInOrder');
    const group = [1, 2, 3].map((step) =>
      database.writeInOrder(async (tx) => {
        if (step === 2) proxy.fallSilent();
        return tx.get(READ, { turn: 'turn:1' });
      }),
    );
    const barrier = database.barrier();
    for (const one of await Promise.allSettled(group))
      expect(one).toMatchObject({ status: 'rejected', reason: { fault: 'unavailable' } });
    await barrier;
  }, 8_000);

  it('a statement has a time of its own', async () => {
    const { database, proxy } = await reached({ query_timeout: 200 });
    await look(database, 'read');
    proxy.fallSilent();
    const started = performance.now();
    await expect(look(database, 'read')).rejects.toMatchObject({ fault: 'unavailable' });
    expect(performance.now() - started).toBeLessThan(900);
  }, 8_000);

  it('is let go of when the database is closed: what waits is told, and no connection stays', async () => {
    const { stream, all } = ownSockets();
    const { database, proxy } = await reached({ stream });
    await look(database, 'writeInOrder');
    proxy.fallSilent();
    const waiting = Promise.allSettled([look(database, 'write'), look(database, 'writeInOrder')]);
    await database.close();
    for (const told of await waiting)
      expect(told).toMatchObject({ status: 'rejected', reason: { fault: 'unavailable' } });
    expect(all.every(({ destroyed }) => destroyed)).toBe(true);
  }, 8_000);

  it('also where all its connections are idle', async () => {
    const { stream, all } = ownSockets();
    const { database, proxy } = await reached({ stream });
    await Promise.all([look(database, 'read'), look(database, 'read')]);
    proxy.fallSilent();
    await database.close();
    expect(all.every(({ destroyed }) => destroyed)).toBe(true);
  }, 8_000);
});
