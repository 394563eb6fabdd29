import { setTimeout as pause } from 'node:timers/promises';
import type { Awaitable } from '@sovereign/capabilities';
import { SqlStoreError } from './sql-error.js';

/** SQLITE_BUSY: the first byte of whatever stands above it. */
const BUSY = 5;
/** How long another process may hold the file before this one gives up. */
const PATIENCE_MS = 10_000;

/** Does something with SQLite; what that throws is thrown in this package's words. */
export function inOurWords<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw ofSqlite(thrown);
  }
}

/** What is not SQLite's stays as it is. */
function ofSqlite(thrown: unknown): unknown {
  const { code, errcode, errstr } = (thrown ?? {}) as Readonly<Record<string, unknown>>;
  if (code !== 'ERR_SQLITE_ERROR' || typeof errcode !== 'number') return thrown;
  return (errcode & 0xff) === BUSY
    ? new SqlStoreError('busy', 'another process holds the file')
    : new SqlStoreError('failed', `${String(errstr)} (${errcode})`);
}

/** Runs what another process may stand in the way of, until it does not; the program goes on meanwhile. */
export async function patiently<T>(work: () => Awaitable<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (let wait = 1; ; wait = Math.min(wait * 2, 50)) {
    try {
      return await work();
    } catch (thrown) {
      const isBusy = SqlStoreError.is(thrown) && thrown.fault === 'busy';
      if (!isBusy || performance.now() > until) throw thrown;
    }
    await pause(Math.random() * wait);
  }
}
