import { ContractError } from '@sovereign/capabilities';
import type { PoolConfig } from 'pg';
import { RAISE_MARK } from './clock-mark.js';
import type { Database } from './database.js';
import { groupCommit } from './group-commit.js';
import { connectionsTo, execOn, LEND_MS } from './postgres-connections.js';
import { postgresTx } from './postgres-tx.js';
import { serverTime } from './server-time.js';
import { committed, despiteConflicts, type Transact } from './transact.js';
import { underWay } from './under-way.js';

/** How often the highest time seen is written down: well within what a clock may be behind it. */
const MARK_MS = 1_000;

/** How long its patience lasts, in milliseconds. */
interface Patience {
  /** For one transaction. */
  readonly lendMs: number;
  /** For what is under way when it is closed: what has not ended by then is cut off. */
  readonly closeMs: number;
}
const PATIENCE: Patience = { lendMs: LEND_MS, closeMs: 30_000 };

/** What a PostgreSQL database is opened with. */
export interface PostgresOptions {
  /** As `pg` takes it. Give secrets through it or the environment, never on a command line. */
  readonly connection: PoolConfig;
  /** Names this host among those that share the database; 1 to 20 of letters, digits, `_`, `.` and `-`. Default `host`. */
  readonly host?: string;
}

/**
 * Opens a PostgreSQL database through a pool of connections. Each step is a transaction of its own;
 * steps that run in order share one. Nothing of it waits for ever, whatever the network swallows.
 *
 * @throws ContractError — when the host's name is not one.
 */
export async function openPostgresDatabase(
  options: PostgresOptions,
  { lendMs, closeMs }: Patience = PATIENCE,
): Promise<Database> {
  const { connection, host = 'host' } = options;
  if (!/^[\w.-]{1,20}$/.test(host))
    throw new ContractError('openPostgres', '`host` is 1 to 20 letters, digits, `_`, `.` or `-`');
  const connections = await connectionsTo(connection, lendMs);
  const time = serverTime(() => performance.now());
  const steps = underWay();

  const transact: Transact = (work) =>
    connections.lend(async (client) => {
      await execOn(client, 'BEGIN');
      const exec = (sql: string): Promise<void> => execOn(client, sql);
      return committed({ tx: postgresTx(client, time), exec }, work);
    });
  const inOrder = groupCommit(transact);

  let markDue: number | undefined;
  /** Not with every step: all of them, of all processes, would wait for the one row. */
  async function keepMark(): Promise<void> {
    if (markDue === undefined || performance.now() < markDue) return;
    markDue = performance.now() + MARK_MS;
    await despiteConflicts(() =>
      transact<void>(async ({ tx }) => {
        await tx.run(RAISE_MARK, { now: await tx.now() });
      }),
    );
  }

  return Object.freeze<Database>({
    dialect: 'postgres',
    writer: `${host}:${crypto.randomUUID().slice(0, 18)}`,
    read: (work) =>
      steps.begin(() => connections.lend(async (client) => work(postgresTx(client, time)))),
    write: (work) =>
      steps.begin(async () => {
        await keepMark();
        return despiteConflicts(() => transact(async ({ tx }) => work(tx)));
      }),
    writeInOrder: (work) => steps.begin(() => inOrder(work)),
    barrier: () => steps.begin(steps.ended),
    notBefore(seen) {
      time.notBefore(seen);
      markDue ??= 0;
    },
    migrate: (work) =>
      transact<void>(async ({ tx, exec }) => {
        await tx.alone('sovereign:migrations');
        await work(exec, tx);
      }),
    close: () => steps.close(connections.end, closeMs),
  });
}
