import { isUndone, undo, type Tx, type Undone, type Work } from './database.js';
import { SqlStoreError } from './sql-error.js';
import { despiteConflicts, isConflict, type Transact, type Transaction } from './transact.js';

/** Queues a step, which resolves or rejects once it is durable or undone. */
export type GroupCommit = <T>(work: Work<T>) => Promise<T>;

/** What a step came to; told once the transaction is over. */
interface Attempt {
  readonly isKept: boolean;
  tell(): void;
}

interface Job {
  /** When it has waited for too long. */
  readonly until: number;
  run(tx: Tx): Promise<Attempt>;
  fail(thrown: unknown): void;
}

/** How many steps one transaction takes at most. */
const MOST = 256;
/** How long a step waits for those before it. */
const WAIT_MS = 60_000;

/**
 * Runs steps in the order in which they were queued, all that wait in one transaction, each within a
 * savepoint of its own where there are several: one that throws undoes itself alone. A step's promise resolves only once the
 * whole is committed, and rejects if it could not be. One that had to wait too long for others is not
 * begun: a database that is out of reach keeps nobody for longer than that.
 */
export function groupCommit(transact: Transact, waitMs = WAIT_MS): GroupCommit {
  let queue: Job[] = [];
  let isServing = false;

  async function serve(): Promise<void> {
    isServing = true;
    // What is queued within this turn of the event loop shares one flush.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const group = take();
      if (group.length > 0) await commitTogether(group);
    }
    isServing = false;
  }

  /** Takes the next group. The oldest stand first, so what is too late is told so on the way. */
  function take(): readonly Job[] {
    const now = performance.now();
    const from = queue.findIndex(({ until }) => until > now);
    const late = from === -1 ? queue.length : from;
    for (const { fail } of queue.slice(0, late))
      fail(new SqlStoreError('unavailable', 'the steps before this one took too long'));
    const group = queue.slice(late, late + MOST);
    queue = queue.slice(late + MOST);
    return group;
  }

  async function commitTogether(group: readonly Job[]): Promise<void> {
    try {
      const attempts = await despiteConflicts(() =>
        transact((transaction) => runAll(group, transaction)),
      );
      for (const { tell } of attempts) tell();
    } catch (thrown) {
      for (const { fail } of group) fail(thrown);
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      queue.push({
        until: performance.now() + waitMs,
        run: (tx) => attempt(work, tx, { resolve, reject }),
        fail: reject,
      });
      if (!isServing) void serve();
    });
}

type Attempts = readonly Attempt[];

async function runAll(
  group: readonly Job[],
  { tx, exec }: Transaction,
): Promise<Attempts | Undone<Attempts>> {
  const attempts: Attempt[] = [];
  let wasKept = true;
  for (const [at, { run }] of group.entries()) {
    // On a server each of these is a way there and back. After a rollback the savepoint still stands.
    if (wasKept && group.length > 1)
      await exec(at === 0 ? 'SAVEPOINT step' : 'RELEASE step; SAVEPOINT step');
    const attempted = await run(tx);
    wasKept = attempted.isKept;
    if (!wasKept && group.length > 1) await exec('ROLLBACK TO step');
    attempts.push(attempted);
  }
  return group.length === 1 && !wasKept ? undo(attempts) : attempts;
}

async function attempt<T>(
  work: Work<T>,
  tx: Tx,
  told: { resolve(answer: T): void; reject(thrown: unknown): void },
): Promise<Attempt> {
  try {
    const answer = await work(tx);
    return isUndone<T>(answer)
      ? { isKept: false, tell: () => told.resolve(answer.answer) }
      : { isKept: true, tell: () => told.resolve(answer) };
  } catch (thrown) {
    // The whole group is run again: what this step waited for is held by another transaction.
    if (isConflict(thrown)) throw thrown;
    return { isKept: false, tell: () => told.reject(thrown) };
  }
}
