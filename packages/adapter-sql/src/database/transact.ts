import { setTimeout as pause } from 'node:timers/promises';
import type { Awaitable } from '@sovereign/capabilities';
import { isUndone, type Tx, type Undone } from './database.js';
import { SqlStoreError } from './sql-error.js';

/** A transaction that is open. */
export interface Transaction {
  readonly tx: Tx;
  /** Runs plain SQL in it. */
  exec(sql: string): Awaitable<void>;
}

/** Runs work in a transaction of its own, which is committed unless the work throws or is undone. */
export type Transact = <T>(
  work: (transaction: Transaction) => Promise<T | Undone<T>>,
) => Promise<T>;

/** Whether the connection that threw this is of no more use, and its transaction gone. */
export const isLost = (thrown: unknown): boolean =>
  SqlStoreError.is(thrown) && thrown.fault === 'unavailable';

/** Does work in a transaction that has begun, and ends it one way or the other. */
export async function committed<T>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<T | Undone<T>>,
): Promise<T> {
  const { exec } = transaction;
  try {
    const answer = await work(transaction);
    await exec(isUndone<T>(answer) ? 'ROLLBACK' : 'COMMIT');
    return isUndone<T>(answer) ? answer.answer : answer;
  } catch (thrown) {
    if (!isLost(thrown)) await attempted(() => exec('ROLLBACK'));
    throw thrown;
  }
}

/** What cannot be rolled back has been already. */
async function attempted(what: () => Awaitable<void>): Promise<void> {
  try {
    await what();
  } catch {
    // Why the transaction failed is what its caller is told.
  }
}

/** How often a step is run that others get in the way of. */
const TRIES = 10;

/** Whether a step that others got in the way of would work if it ran again. */
export const isConflict = (thrown: unknown): boolean =>
  SqlStoreError.is(thrown) && thrown.fault === 'conflict';

/** Runs a step, and again after a moment where others got in its way: whatever it did is undone by then. */
export async function despiteConflicts<T>(step: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step();
    } catch (thrown) {
      if (tries === TRIES || !isConflict(thrown)) throw thrown;
    }
    await pause(Math.random() * 2 ** tries);
  }
}
