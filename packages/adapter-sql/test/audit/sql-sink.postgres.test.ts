import pg from 'pg';
import type { PoolConfig } from 'pg';
import type { AuditSink } from '@sovereign/capabilities';
import { sinkConformance } from '@sovereign/capabilities/testing';
import { describe, it } from 'vitest';
import { openPostgres } from '../../src/index.js';
import { freshDatabase } from '../postgres-database.js';

const connectionOf = new Map<AuditSink, PoolConfig>();

async function query(sink: AuditSink, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client(connectionOf.get(sink));
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const cases = sinkConformance({
  async open() {
    const connection = await freshDatabase();
    const stores = await openPostgres({ connection });
    const sink: AuditSink = { ...stores.sink, close: () => stores.close() };
    connectionOf.set(sink, connection);
    return sink;
  },
  stored: async (sink) =>
    JSON.stringify(await query(sink, 'SELECT * FROM sovereign_audit')).replaceAll('\\"', '"'),
  breakWrites: async (sink) => {
    await query(
      sink,
      `CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'disk'; END $$;
       CREATE TRIGGER broken BEFORE INSERT ON sovereign_audit EXECUTE FUNCTION broken()`,
    );
  },
});

describe('the audit on PostgreSQL', () => {
  for (const { title, run } of cases) it(title, run, 30_000);
});
