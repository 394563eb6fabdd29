import type { CustomTypesConfig, PoolClient, PoolConfig } from 'pg';
import { atMost, within } from './deadline.js';
import { connectError, postgresError } from './postgres-error.js';
import { sockets } from './sockets.js';
import { SqlStoreError } from './sql-error.js';
import { isLost } from './transact.js';

/** Connections to a server, lent to one user at a time. */
export interface Connections {
  /** Lends one, for a while: what takes longer is cut off, and rejects. */
  lend<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  /** Lets go of all, also of those that are lent. */
  end(): Promise<void>;
}

/** int4, int8 and float8 are numbers, everything else is text, whatever the process set for others. */
const NUMBERS: ReadonlySet<number> = new Set([20, 23, 701]);
const TYPES: CustomTypesConfig = {
  getTypeParser: (oid: number) => (NUMBERS.has(oid) ? Number : String),
};

/** How long a connection is lent: one step, or the steps that share a transaction. */
export const LEND_MS = 60_000;
/** How long a goodbye may take. */
const GOODBYE_MS = 1_000;

/** How long we wait for a server, which cannot be for ever: the network may swallow what is sent. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 40_000;
/** How long the server waits for us, unless it is told otherwise. */
const SERVERS: PoolConfig = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Connects to a server when somebody first asks for it. */
export async function connectionsTo(config: PoolConfig, lendMs = LEND_MS): Promise<Connections> {
  const { default: pg } = await import('pg');
  const held = sockets(config.stream);
  const pool = new pg.Pool({
    ...SERVERS,
    ...config,
    connectionTimeoutMillis: config.connectionTimeoutMillis || CONNECT_MS,
    query_timeout: config.query_timeout || ANSWER_MS,
    keepAlive: true,
    stream: held.make,
    types: TYPES,
  });
  // One that breaks while it is idle is replaced; while it is used, its user is told already.
  const unheard = (): void => undefined;
  pool.on('error', unheard);
  pool.on('connect', (client) => void client.on('error', unheard));

  async function connect(): Promise<PoolClient> {
    try {
      return await pool.connect();
    } catch (thrown) {
      throw connectError(thrown);
    }
  }

  return Object.freeze<Connections>({
    async lend(work) {
      const client = await connect();
      let broken = false;
      try {
        return await within(lendMs, () => work(client), tooSlow);
      } catch (thrown) {
        broken = isLost(thrown);
        throw thrown;
      } finally {
        // One in an unknown state serves nobody else, and there is nobody to say goodbye to.
        if (broken) client.connection.stream.destroy();
        client.release(broken);
      }
    },
    async end() {
      const ended = pool.end();
      await atMost(GOODBYE_MS, Promise.all([ended, held.closed()]));
      held.destroy();
    },
  });
}

const tooSlow = (): SqlStoreError =>
  new SqlStoreError('unavailable', 'the server took too long over a step');

/** Runs plain SQL on a connection. */
export async function execOn(client: PoolClient, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (thrown) {
    throw postgresError(thrown);
  }
}
