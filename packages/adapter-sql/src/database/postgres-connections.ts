import type { CustomTypesConfig, PoolClient, PoolConfig } from 'pg';
import { postgresError } from './postgres-error.js';
import { SqlStoreError } from './sql-error.js';
import { isLost } from './transact.js';

/** Connections to a server, lent to one user at a time. */
export interface Connections {
  lend<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/** int4, int8 and float8 are numbers, everything else is text, whatever the process set for others. */
const NUMBERS: ReadonlySet<number> = new Set([20, 23, 701]);
const TYPES: CustomTypesConfig = {
  getTypeParser: (oid: number) => (NUMBERS.has(oid) ? Number : String),
};

/** Nothing waits for ever: neither the server for us, nor we for it where the network swallows what is sent. */
const PATIENCE: PoolConfig = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  query_timeout: 40_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
};

/** Connects to a server when somebody first asks for it. */
export async function connectionsTo(config: PoolConfig): Promise<Connections> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ ...PATIENCE, ...config, types: TYPES });
  // One that breaks while it is idle is replaced; while it is used, its user is told already.
  const unheard = (): void => undefined;
  pool.on('error', unheard);
  pool.on('connect', (client) => void client.on('error', unheard));

  async function connect(): Promise<PoolClient> {
    try {
      return await pool.connect();
    } catch (thrown) {
      throw new SqlStoreError('unavailable', 'the server cannot be reached', { cause: thrown });
    }
  }

  return Object.freeze<Connections>({
    async lend(work) {
      const client = await connect();
      let broken = false;
      try {
        return await work(client);
      } catch (thrown) {
        broken = isLost(thrown);
        throw thrown;
      } finally {
        // One in an unknown state serves nobody else.
        client.release(broken);
      }
    },
    end: () => pool.end(),
  });
}

/** Runs plain SQL on a connection. */
export async function execOn(client: PoolClient, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (thrown) {
    throw postgresError(thrown);
  }
}
