import { ContractError } from '@sovereign/capabilities';
import type { SqlStores } from '@sovereign/adapter-sql';
import type { HostConfig } from './config.js';

/**
 * Opens the database of a host, if it has one.
 *
 * @throws ContractError — when a store or a decision log is given beside it.
 * @throws SqlStoreError — when it cannot be used.
 */
export async function openDatabase({
  database,
  store,
  decisions,
}: HostConfig): Promise<SqlStores | undefined> {
  if (database === undefined) return undefined;
  if (store !== undefined || decisions !== undefined)
    throw new ContractError('host', '`database` keeps the store and the decisions: give no others');
  // Only a host that keeps something in a database loads what that takes.
  const { openPostgres, openSqlite } = await import('@sovereign/adapter-sql');
  return 'sqlite' in database
    ? openSqlite({ file: database.sqlite })
    : openPostgres(database.postgres);
}
