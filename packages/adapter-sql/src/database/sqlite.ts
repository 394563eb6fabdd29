import type { DatabaseSync } from 'node:sqlite';
import { systemClock, type Clock } from '@sovereign/capabilities';
import { RAISE_MARK } from './clock-mark.js';
import type { Database } from './database.js';
import { groupCommit } from './group-commit.js';
import { processTime } from './process-time.js';
import { SqlStoreError } from './sql-error.js';
import { sqliteConnection, type SqliteConnection } from './sqlite-connection.js';
import { inOurWords, patiently } from './sqlite-error.js';
import { privateFile } from './sqlite-file.js';
import { committed, type Transact } from './transact.js';
import { underWay } from './under-way.js';

/** What a SQLite database is opened with. */
export interface SqliteOptions {
  /** Made where there is none, with its folder, for its owner alone. */
  readonly file: string;
  /** Where time comes from; the machine's own unless given. */
  readonly clock?: Clock;
}

/** For every connection. The wait is short, since it blocks the whole process; whoever waits tries again. */
const EVERYWHERE = [
  'PRAGMA busy_timeout = 20',
  'PRAGMA foreign_keys = ON',
  'PRAGMA trusted_schema = OFF',
];
/** For the one that writes. */
const WRITING = [
  ...EVERYWHERE,
  'PRAGMA journal_mode = WAL',
  // Every commit is flushed, and on macOS by the disk itself.
  'PRAGMA synchronous = FULL',
  'PRAGMA fullfsync = ON',
  // What is erased is overwritten: this file holds arguments.
  'PRAGMA secure_delete = ON',
];
const READING = [...EVERYWHERE, 'PRAGMA query_only = ON'];

/**
 * Opens a SQLite database: write-ahead log, every commit flushed, one connection that writes and one
 * that reads what was committed.
 *
 * @throws SqlStoreError — when Node is older than 22.16, or others may look into the file.
 * @throws ContractError — when what is named is no file.
 */
export async function openSqliteDatabase(options: SqliteOptions): Promise<Database> {
  refuseOldNode();
  const file = await privateFile(options.file);
  const { DatabaseSync: Opened } = await import('node:sqlite');
  const time = processTime(options.clock ?? systemClock);
  const connect = (pragmas: readonly string[]): Promise<SqliteConnection> =>
    patiently(() =>
      configured(
        inOurWords(() => new Opened(file)),
        pragmas,
        time.now,
      ),
    );
  const writing = await connect(WRITING);
  const reading = await connect(READING);
  const steps = underWay();
  let keepsMark = false;

  const transact: Transact = async (work) => {
    await patiently(() => writing.exec('BEGIN IMMEDIATE'));
    return committed(writing, async (transaction) => {
      const answer = await work(transaction);
      // However this process ends, the next one knows how late it was.
      if (keepsMark) await writing.tx.run(RAISE_MARK, { now: time.now() });
      return answer;
    });
  };
  const inOrder = groupCommit(transact);
  const write: Database['write'] = (work) => steps.begin(() => inOrder(work));

  return Object.freeze<Database>({
    dialect: 'sqlite',
    writer: `sqlite:${process.pid}:${crypto.randomUUID().slice(0, 8)}`,
    read: (work) => steps.begin(() => patiently(() => work(reading.tx))),
    write,
    writeInOrder: write,
    barrier: () => steps.begin(steps.ended),
    notBefore(seen) {
      time.notBefore(seen);
      keepsMark = true;
    },
    migrate: (work) => transact<void>(async ({ tx, exec }) => work(exec, tx)),
    close: () =>
      steps.close(() => {
        // The one that writes goes last: it takes the log in.
        reading.close();
        writing.close();
      }),
  });
}

/** Sets a connection up; another process that opens the file at the same moment may be in the way. */
function configured(
  db: DatabaseSync,
  pragmas: readonly string[],
  now: () => number,
): SqliteConnection {
  const connection = sqliteConnection(db, now);
  try {
    for (const pragma of pragmas) connection.exec(pragma);
    if (connection.pragma('journal_mode') !== 'wal')
      throw new SqlStoreError('unavailable', 'the file system does not let processes share a log');
    return connection;
  } catch (thrown) {
    connection.close();
    throw thrown;
  }
}

function refuseOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 16))
    throw new SqlStoreError(
      'node_too_old',
      `Node ${process.versions.node} is older than 22.16, where node:sqlite has what is needed`,
    );
}
