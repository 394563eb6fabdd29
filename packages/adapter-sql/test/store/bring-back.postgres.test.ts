import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openPostgres } from '../../src/index.js';
import { freshDatabase } from '../postgres-database.js';
import { intent, proposal, request } from './fixtures.js';

const HOUR = 3_600_000;

describe('what was written on PostgreSQL while its clock was ahead', () => {
  it('begins when the clock is found set back, which is on record once', async () => {
    const connection = await freshDatabase();
    const first = await openPostgres({ connection });
    await first.store.begin(
      intent({ key: 'key', fingerprint: 'f', turn: 'turn:1', deadlineMs: 0 }),
    );
    await first.store.openPending(proposal());
    await first.store.openRequest(request());
    await first.close();
    const client = new pg.Client(connection);
    await client.connect();
    // A server's clock cannot be set back from here, but what it wrote can be put forward.
    for (const [table, columns] of [
      ['marks', ['value']],
      ['intents', ['begun_at', 'deadline']],
      ['keys', ['until']],
      ['turns', ['touched_at']],
      ['pending', ['created_at', 'expires_at']],
      ['requests', ['created_at', 'expires_at']],
    ] as const)
      await client.query(
        `UPDATE sovereign_${table} SET ${columns.map((one) => `${one} = ${one} + 1e11`).join()}
         ${table === 'marks' ? "WHERE name = 'clock'" : ''}`,
      );
    await client.end();
    const { store, sink, close } = await openPostgres({ connection });
    expect(await store.overdue()).toMatchObject([{ capability: 'fixture.touch' }]);
    expect(await store.listPending()).toMatchObject([{ state: 'expired' }]);
    const [asked] = await store.listRequests({ states: ['open'] });
    expect(asked?.expiresAt).toBeLessThanOrEqual((await store.now()) + HOUR);
    const moved = {
      kind: 'clock_moved_back',
      id: crypto.randomUUID(),
      time: new Date().toISOString(),
    } as const;
    const swept = await Promise.all([1, 2, 3].map(async () => store.sweep(moved)));
    expect(swept.filter(({ clockMovedBack }) => clockMovedBack)).toHaveLength(1);
    const ids: string[] = [];
    for await (const { id } of sink.read({ kinds: ['clock_moved_back'] })) ids.push(id);
    expect(ids).toEqual([moved.id]);
    await close();
  });
});
