import { setTimeout as pause } from 'node:timers/promises';
import pg, { type PoolConfig } from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres, type SqlStores } from '../../src/index.js';
import { freshDatabase } from '../postgres-database.js';
import { intent, proposal } from './fixtures.js';

describe('steps that meet on PostgreSQL', () => {
  let connection: PoolConfig;

  beforeAll(async () => {
    connection = await freshDatabase();
  });

  async function opened(): Promise<SqlStores> {
    const stores = await openPostgres({ connection });
    onTestFinished(() => stores.close());
    return stores;
  }

  async function operator(): Promise<pg.Client> {
    const client = new pg.Client(connection);
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  it('A45 A46 a yes that comes while the same is proposed again is not lost', async () => {
    const { store } = await opened();
    const put = await store.openPending(proposal());
    if (put === 'too_many_pending') throw new Error(put);
    // Somebody decides, and has not committed yet.
    const other = await operator();
    await other.query('BEGIN');
    await other.query(
      "UPDATE sovereign_pending SET state = 'approved', approved_until = expires_at WHERE id = $1",
      [put.id],
    );
    const again = store.openPending(proposal({ grantable: false }));
    await pause(200);
    await other.query('COMMIT');
    expect(await again).toMatchObject({ id: put.id, state: 'approved', grantable: false });
    expect(await store.findPending(put.id)).toMatchObject({ state: 'approved' });
  });

  it('what was ruled under rules that somebody changes meanwhile does not begin', async () => {
    const { store } = await opened();
    const revision = await store.policyRevision();
    const other = await operator();
    await other.query('BEGIN');
    await other.query("UPDATE sovereign_marks SET value = value + 1 WHERE name = 'policy'");
    const begun = store.begin(intent({ policyRevision: revision }));
    await pause(200);
    await other.query('COMMIT');
    expect(await begun).toEqual({ ok: false, code: 'policy_changed' });
  });
});
