import type { AuditSink, DecisionLog, DoorStore } from '@sovereign/capabilities';
import { sqlAuditSink } from './audit/sql-sink.js';
import type { Database } from './database/database.js';
import { openPostgresDatabase, type PostgresOptions } from './database/postgres.js';
import { openSqliteDatabase, type SqliteOptions } from './database/sqlite.js';
import { migrate } from './migrations/migrate.js';
import { sqlDecisionLog } from './store/decisions.js';
import { sqlDoorStore } from './store/door-store.js';

/** Everything that a host keeps, in one database. */
export interface SqlStores {
  readonly store: DoorStore;
  readonly decisions: DecisionLog;
  /** Its events lie beside what the store keeps: an outcome and its event are one step. */
  readonly sink: AuditSink;
  /** Resolves when everything that was queued before is durable. */
  barrier(): Promise<void>;
  /** Finishes what is queued, and lets go of the database. */
  close(): Promise<void>;
}

/**
 * Opens a SQLite file, which several processes of one machine may share, and brings it up to date.
 *
 * @throws SqlStoreError — when Node is too old, others may look into the file or its folder, or it
 *   was written by a later version.
 * @throws ContractError — when what is named is no file.
 */
export async function openSqlite(options: SqliteOptions): Promise<SqlStores> {
  return storesOn(await openSqliteDatabase(options));
}

/**
 * Opens a PostgreSQL database, which any number of processes may share, and brings it up to date.
 *
 * @throws SqlStoreError — when it cannot be reached, or was written by a later version.
 * @throws ContractError — when the host's name is not one.
 */
export async function openPostgres(options: PostgresOptions): Promise<SqlStores> {
  return storesOn(await openPostgresDatabase(options));
}

async function storesOn(database: Database): Promise<SqlStores> {
  try {
    await migrate(database);
    const sink = sqlAuditSink(database);
    return Object.freeze<SqlStores>({
      store: await sqlDoorStore(database, sink),
      decisions: sqlDecisionLog(database),
      sink,
      barrier: () => database.barrier(),
      close: () => database.close(),
    });
  } catch (thrown) {
    await database.close().catch(() => undefined);
    throw thrown;
  }
}
