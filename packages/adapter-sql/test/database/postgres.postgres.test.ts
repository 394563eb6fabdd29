import { verifyChain, type AuditEvent } from '@sovereign/capabilities';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openPostgres } from '../../src/index.js';
import { freshDatabase } from '../postgres-database.js';

describe('a PostgreSQL database', () => {
  it('a connection that is cut costs the step that used it; the next one gets another', async () => {
    const connection = await freshDatabase();
    const stores = await openPostgres({ connection });
    const admin = new pg.Client(connection);
    await admin.connect();
    const draft = () => ({
      kind: 'decision' as const,
      id: crypto.randomUUID(),
      time: new Date(0).toISOString(),
    });
    for (let round = 0; round < 5; round += 1) {
      const working = Promise.allSettled(
        Array.from({ length: 20 }, async (_, at) =>
          at % 2 === 0 ? stores.sink.append(draft()) : stores.store.countTurn('turn:1', `a.b${at}`),
        ),
      );
      await admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await working;
    }
    expect(await stores.sink.append(draft())).toMatchObject({ kind: 'decision' });
    await stores.store.countTurn('turn:2', 'a.b');
    expect(await stores.store.turnCount('turn:2', 'a.b')).toBe(1);
    await admin.end();
    await stores.close();
  }, 30_000);

  it('a server that cannot be reached is told, and not waited for', async () => {
    const connection = { host: '127.0.0.1', port: 1, user: 'x', password: 'x', database: 'x' };
    await expect(openPostgres({ connection })).rejects.toMatchObject({ fault: 'unavailable' });
  });

  it('several writers of one host are told apart, and their chains are tied together', async () => {
    const connection = await freshDatabase();
    const draft = () => ({
      kind: 'decision' as const,
      id: crypto.randomUUID(),
      time: new Date().toISOString(),
    });
    const first = await openPostgres({ connection });
    for (let count = 0; count < 3; count += 1) await first.sink.append(draft());
    await first.close();
    const second = await openPostgres({ connection });
    await second.sink.append(draft());
    const events: AuditEvent[] = [];
    for await (const event of second.sink.read()) events.push(event);
    const [begins] = events.filter(({ writer }) => writer === events.at(-1)?.writer);
    expect(begins).toMatchObject({ kind: 'checkpoint', seq: 1 });
    expect(begins).toHaveProperty('subject', expect.stringMatching(/@\d+\/[0-9a-f]{64}$/));
    const report = await verifyChain(second.sink.read());
    expect(report).toMatchObject({ ok: true });
    expect(report.writers).toHaveLength(2);
    await second.close();
  });
});
