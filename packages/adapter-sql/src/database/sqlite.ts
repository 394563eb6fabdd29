import { closeSync, constants, lstatSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { risingTime, systemClock, type Clock } from '@sovereign/capabilities';
import type { Database, Tx, Values } from './database.js';
import { groupCommit, type Transaction } from './group-commit.js';
import { SqlStoreError } from './sql-error.js';
import { RAISE_MARK } from './clock-mark.js';
import { valuesOf, type Statement } from './statement.js';

/** How long another process may hold the file before a write gives up. */
const PATIENCE_MS = 10_000;

/** What a SQLite database is opened with. */
export interface SqliteOptions {
  /** Made where there is none, with its folder, for its owner alone. */
  readonly file: string;
  /** Where time comes from; the machine's own unless given. */
  readonly clock?: Clock;
}

/**
 * Opens a SQLite database: write-ahead log, every commit flushed, one connection that writes.
 *
 * @throws SqlStoreError — when Node is older than 22.16, or others may read or write the file.
 */
export async function openSqliteDatabase(options: SqliteOptions): Promise<Database> {
  const { file, clock = systemClock } = options;
  refuseOldNode();
  makePrivate(file);
  const { DatabaseSync: Opened } = await import('node:sqlite');
  const writing = prepared(new Opened(file));
  writing.db.exec('PRAGMA journal_mode = WAL');
  writing.db.exec('PRAGMA synchronous = FULL');
  // What is erased is overwritten: this file holds arguments.
  writing.db.exec('PRAGMA secure_delete = ON');
  const reading = prepared(new Opened(file));
  reading.db.exec('PRAGMA query_only = ON');
  const time = risingTime(clock);
  let highest = -Infinity;
  let keepsMark = false;
  const now = (): number => (highest = Math.max(highest, time()));
  const tx = txOn(writing, now);

  const group = groupCommit(async () => {
    const transaction = transactionOn(writing, tx);
    if (!keepsMark) return transaction;
    return {
      ...transaction,
      // However this process ends, the next one knows how late it was.
      commit: async () => {
        await tx.run(RAISE_MARK, { now: now() });
        await transaction.commit();
      },
    };
  });
  let closed: Promise<void> | undefined;

  const write = <T>(work: Parameters<Database['write']>[0]): Promise<T> =>
    closed === undefined
      ? (group.add(work) as Promise<T>) // INVARIANT: the answer is the work's own
      : Promise.reject(new SqlStoreError('closed', 'it was closed'));

  return Object.freeze<Database>({
    dialect: 'sqlite',
    writer: `sqlite:${process.pid}:${crypto.randomUUID().slice(0, 8)}`,
    async read(work) {
      if (closed !== undefined) throw new SqlStoreError('closed', 'it was closed');
      return work(txOn(reading, now));
    },
    write,
    writeInOrder: write,
    barrier: group.barrier,
    notBefore(seen) {
      highest = Math.max(highest, seen);
      keepsMark = true;
    },
    async migrate(work) {
      const transaction = transactionOn(writing, tx);
      await transaction.begin();
      try {
        await work((sql) => writing.db.exec(sql), transaction.tx);
        await transaction.commit();
      } catch (thrown) {
        await transaction.rollback();
        throw thrown;
      }
    },
    close() {
      closed ??= group.idle().then(() => {
        reading.db.close();
        writing.db.close();
      });
      return closed;
    },
  });
}

interface Connection {
  readonly db: DatabaseSync;
  readonly statements: Map<string, StatementSync>;
}

function prepared(db: DatabaseSync): Connection {
  db.exec('PRAGMA foreign_keys = ON');
  db.exec('PRAGMA trusted_schema = OFF');
  // Short, since waiting blocks the whole process; `begin` tries again.
  db.exec('PRAGMA busy_timeout = 20');
  return { db, statements: new Map() };
}

function txOn(connection: Connection, now: () => number): Tx {
  const bound = (statement: Statement<unknown>, values: Values = {}) => {
    const compiled = statement.compiled('sqlite');
    let ready = connection.statements.get(compiled.sql);
    if (ready === undefined) {
      ready = connection.db.prepare(compiled.sql);
      connection.statements.set(compiled.sql, ready);
    }
    return { ready, values: valuesOf(compiled, values) };
  };
  return Object.freeze<Tx>({
    all<Row>(statement: Statement<Row>, values?: Values) {
      const { ready, values: list } = bound(statement, values);
      return ready.all(...list) as unknown as readonly Row[]; // INVARIANT: the statement's own rows
    },
    get<Row>(statement: Statement<Row>, values?: Values) {
      const { ready, values: list } = bound(statement, values);
      return ready.get(...list) as Row | undefined; // INVARIANT: the statement's own row
    },
    run(statement, values) {
      const { ready, values: list } = bound(statement, values);
      return Number(ready.run(...list).changes);
    },
    now,
    // There is one writer.
    alone: () => undefined,
  });
}

function transactionOn({ db }: Connection, tx: Tx): Transaction {
  return {
    tx,
    begin: () => beginImmediately(db),
    commit: async () => db.exec('COMMIT'),
    rollback: async () => db.exec('ROLLBACK'),
    savepoint: () => db.exec('SAVEPOINT step'),
    keep: () => db.exec('RELEASE step'),
    undo: () => db.exec('ROLLBACK TO step; RELEASE step'),
  };
}

/** Another process may be writing: waits for it, and lets this one go on meanwhile. */
async function beginImmediately(db: DatabaseSync): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (let wait = 1; ; wait = Math.min(wait * 2, 50)) {
    try {
      db.exec('BEGIN IMMEDIATE');
      return;
    } catch (thrown) {
      if (!isBusy(thrown)) throw thrown;
      if (performance.now() > until)
        throw new SqlStoreError('busy', 'another process holds the file', { cause: thrown });
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * wait));
  }
}

function isBusy(thrown: unknown): boolean {
  const code = (thrown as { readonly errcode?: unknown } | null)?.errcode;
  // 5 is SQLITE_BUSY, with whatever stands above its first byte.
  return typeof code === 'number' && (code & 0xff) === 5;
}

/** Makes the file where there is none, and refuses one that others may look into. */
function makePrivate(file: string): void {
  if (file === ':memory:') throw new SqlStoreError('not_private', 'a store in memory is no file');
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
  const found = lstatSync(file);
  if (!found.isFile()) throw new SqlStoreError('not_private', 'it is a link, or no file');
  if (process.getuid !== undefined && found.uid !== process.getuid())
    throw new SqlStoreError('not_private', 'the file belongs to another account');
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new SqlStoreError('not_private', 'others may read or write the file: chmod it to 600');
}

function refuseOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 16))
    throw new SqlStoreError(
      'node_too_old',
      `Node ${process.versions.node} is older than 22.16, where node:sqlite has what is needed`,
    );
}
