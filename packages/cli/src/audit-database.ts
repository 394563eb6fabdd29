import { existsSync } from 'node:fs';
import { openPostgres, openSqlite, SqlStoreError, type SqlStores } from '@sovereign/adapter-sql';
import { readEvent, verifyChain, type ExpectedPlace } from '@sovereign/capabilities';
import type { JsonlReport } from '@sovereign/capabilities/node';
import type { HostConfig } from '@sovereign/host';
import type { Log, Read } from './audit-log.js';
import { Stop } from './stop.js';

type Kept = Pick<HostConfig, 'database'>;

/** Reads the audit that a host keeps in its database, in the order of its chains. */
export async function* readDatabase(config: Kept): AsyncIterable<Read> {
  const stores = await open(config);
  try {
    for await (const event of stores.sink.read()) {
      const read = readEvent(event);
      yield read.is === 'event' && read.sealed ? read.event : 'unsound';
    }
  } finally {
    await stores.close();
  }
}

/** Opens the audit of a database for looking at its end. */
export async function openDatabaseLog(config: Kept): Promise<Log> {
  const all: Read[] = [];
  for await (const one of readDatabase(config)) all.push(one);
  return {
    last: async (count) => all.slice(Math.max(0, all.length - count)),
    // eslint-disable-next-line require-yield -- what is in a database is not followed
    async *follow() {
      throw new Stop('usage', 'an audit in a database is not followed');
    },
    close: async () => undefined,
  };
}

/** Verifies the chains of a database, as `verifyJsonl` does those of a file. */
export async function verifyDatabase(
  config: Kept,
  anchors: readonly ExpectedPlace[],
): Promise<JsonlReport> {
  const stores = await open(config);
  try {
    const report = await verifyChain(stores.sink.read(), { startsAt: 1, anchors });
    const faults = report.faults.map((fault) => ({ ...fault, path: 'the database' }));
    return { ...report, faults, files: [] };
  } finally {
    await stores.close();
  }
}

/** Only looks: what is not there yet is not made. */
async function open({ database }: Kept): Promise<SqlStores> {
  if (database === undefined)
    throw new Stop('configuration', "`audit: 'database'` needs a `database`");
  if ('sqlite' in database && !existsSync(database.sqlite))
    throw new Stop('unavailable', 'there is no audit yet: the database does not exist');
  try {
    return 'sqlite' in database
      ? await openSqlite({ file: database.sqlite })
      : await openPostgres(database.postgres);
  } catch (thrown) {
    if (!SqlStoreError.is(thrown)) throw thrown;
    throw new Stop('unavailable', thrown.message, thrown);
  }
}
