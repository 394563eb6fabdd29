import type { Pool, PoolClient, PoolConfig } from 'pg';
import { isUndone, type Database, type Tx, type Values, type Work } from './database.js';
import { groupCommit, type Transaction } from './group-commit.js';
import { SqlStoreError } from './sql-error.js';
import { valuesOf, type Compiled, type Statement } from './statement.js';

/** How often a step is run again that another one got in the way of. */
const TRIES = 10;
/** A transaction that could not be kept apart from another, and a deadlock. */
const AGAIN: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/** What a PostgreSQL database is opened with. */
export interface PostgresOptions {
  /** As `pg` takes it. Give secrets through it or the environment, never on a command line. */
  readonly connection: PoolConfig;
  /** Names this host among those that share the database; 1 to 20 of letters, digits, `_`, `.` and `-`. Default `host`. */
  readonly host?: string;
}

/** Opens a PostgreSQL database through a pool of connections. */
export async function openPostgresDatabase(options: PostgresOptions): Promise<Database> {
  const { connection, host = 'host' } = options;
  if (!/^[\w.-]{1,20}$/.test(host))
    throw new SqlStoreError(
      'unavailable',
      '`host` is not 1 to 20 letters, digits, `_`, `.` or `-`',
    );
  const { default: pg } = await import('pg');
  const pool: Pool = new pg.Pool({
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    ...connection,
  });
  // A connection that breaks while nobody uses it is replaced; the pool says so, and nobody need hear it.
  pool.on('error', () => undefined);
  let highest = -Infinity;
  const raise = (seen: number): number => (highest = Math.max(highest, seen));

  let closed: Promise<void> | undefined;

  async function on<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    if (closed !== undefined) throw new SqlStoreError('closed', 'it was closed');
    let client: PoolClient;
    try {
      client = await pool.connect();
    } catch (thrown) {
      throw new SqlStoreError('unavailable', 'the server cannot be reached', { cause: thrown });
    }
    let broken: Error | undefined;
    client.on('error', unheard);
    try {
      return await work(client);
    } catch (thrown) {
      // A connection that is in an unknown state serves nobody else.
      if (!isOfServer(thrown)) broken = thrown instanceof Error ? thrown : new Error('broken');
      throw thrown;
    } finally {
      client.off('error', unheard);
      client.release(broken);
    }
  }

  async function write<T>(work: Work<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await on((client) => inTransaction(client, work));
      } catch (thrown) {
        if (tries === TRIES || !AGAIN.has(codeOf(thrown))) throw thrown;
      }
    }
  }

  async function inTransaction<T>(client: PoolClient, work: Work<T>): Promise<T> {
    await client.query('BEGIN');
    try {
      const answer = await work(txOn(client, raise));
      await client.query(isUndone<T>(answer) ? 'ROLLBACK' : 'COMMIT');
      return isUndone<T>(answer) ? answer.answer : answer;
    } catch (thrown) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw thrown;
    }
  }

  const ordered = groupCommit(async () => {
    if (closed !== undefined) throw new SqlStoreError('closed', 'it was closed');
    return transactionOn(await pool.connect(), raise);
  });

  return Object.freeze<Database>({
    dialect: 'postgres',
    writer: `${host}:${crypto.randomUUID().slice(0, 18)}`,
    read: (work) => on(async (client) => work(txOn(client, raise))),
    write,
    writeInOrder: ordered.add,
    barrier: ordered.barrier,
    notBefore: (time) => void raise(time),
    migrate: (work) =>
      on((client) =>
        inTransaction<void>(client, async (tx) => {
          await client.query("SELECT pg_advisory_xact_lock(hashtext('sovereign:migrations'))");
          await work(async (sql) => void (await client.query(sql)), tx);
        }),
      ),
    close() {
      closed ??= ordered.idle().then(() => pool.end());
      return closed;
    },
  });
}

function txOn(client: PoolClient, raise: (seen: number) => number): Tx {
  const query = async (statement: Statement<unknown>, values: Values = {}) => {
    const compiled = statement.compiled('postgres');
    return client.query({
      name: nameOf(compiled),
      text: compiled.sql,
      values: [...valuesOf(compiled, values)],
    });
  };
  return Object.freeze<Tx>({
    // INVARIANT: the statement's own rows.
    all: async <Row>(statement: Statement<Row>, values?: Values) =>
      (await query(statement, values)).rows as readonly Row[],
    get: async <Row>(statement: Statement<Row>, values?: Values) =>
      (await query(statement, values)).rows[0] as Row | undefined,
    run: async (statement, values) => (await query(statement, values)).rowCount ?? 0,
    async now() {
      const { rows } = await client.query<{ readonly now: number }>({
        name: 'sovereign_now',
        text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
      });
      return raise(rows[0]?.now ?? 0);
    },
    async alone(thing) {
      await client.query({
        name: 'sovereign_alone',
        text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
        values: [thing],
      });
    },
  });
}

function transactionOn(client: PoolClient, raise: (seen: number) => number): Transaction {
  client.on('error', unheard);
  const run = async (sql: string): Promise<void> => void (await client.query(sql));
  let released = false;
  const release = (broken?: unknown): void => {
    if (released) return;
    released = true;
    client.off('error', unheard);
    client.release(broken instanceof Error ? broken : broken !== undefined);
  };
  const done = async (sql: string): Promise<void> => {
    try {
      await run(sql);
      release();
    } catch (thrown) {
      release(thrown);
      throw thrown;
    }
  };
  return {
    tx: txOn(client, raise),
    begin: () => run('BEGIN'),
    commit: () => done('COMMIT'),
    rollback: () => done('ROLLBACK'),
    savepoint: () => run('SAVEPOINT step'),
    keep: () => run('RELEASE step'),
    undo: () => run('ROLLBACK TO step; RELEASE step'),
  };
}

/** A connection that breaks while it is in use fails the step that uses it; nobody need hear it twice. */
const unheard = (): void => undefined;

const names = new WeakMap<Compiled, string>();
let count = 0;

/** A prepared statement has a name on each connection; the statement itself is its identity. */
function nameOf(compiled: Compiled): string {
  let name = names.get(compiled);
  if (name === undefined) {
    name = `sovereign_${(count += 1)}`;
    names.set(compiled, name);
  }
  return name;
}

function codeOf(thrown: unknown): unknown {
  return (thrown as { readonly code?: unknown } | null)?.code;
}

/** Whether the server itself said so, over a connection that works. */
function isOfServer(thrown: unknown): boolean {
  const code = codeOf(thrown);
  return SqlStoreError.is(thrown) || (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code));
}
