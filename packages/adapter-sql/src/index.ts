// The public surface, every name spelled out.

export { openPostgres, openSqlite, type SqlStores } from './stores.js';
export type { PostgresOptions } from './database/postgres.js';
export type { SqliteOptions } from './database/sqlite.js';
export { SqlStoreError, type SqlStoreFault } from './database/sql-error.js';
