import { isUndone, type Tx, type Work } from './database.js';

/** Runs statements of the transaction itself. */
export interface Transaction {
  readonly tx: Tx;
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  savepoint(): Promise<void> | void;
  keep(): Promise<void> | void;
  undo(): Promise<void> | void;
}

/** Writes one after the other, many in one transaction. */
export interface GroupCommit {
  add<T>(work: Work<T>): Promise<T>;
  barrier(): Promise<void>;
  /** Resolves when nothing is queued or under way any more. */
  idle(): Promise<void>;
}

interface Job {
  readonly run: (tx: Tx) => Promise<() => void>;
  readonly fail: (thrown: unknown) => void;
}

/** How many steps one transaction takes at most. */
const MOST = 256;

/**
 * Queues steps and runs those that wait in one transaction, each within a savepoint of its own: one
 * that throws undoes itself alone. A step's promise resolves only once the whole is committed, and
 * rejects if it could not be.
 */
export function groupCommit(open: () => Promise<Transaction>): GroupCommit {
  let queue: Job[] = [];
  let running: Promise<void> | undefined;

  function add<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ run: (tx) => attempt(work, tx, resolve, reject), fail: reject });
      running ??= serve();
    });
  }

  async function serve(): Promise<void> {
    // What is queued within this turn of the event loop shares one flush.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const group = queue.slice(0, MOST);
      queue = queue.slice(MOST);
      await commitTogether(group);
    }
    running = undefined;
  }

  async function commitTogether(group: readonly Job[]): Promise<void> {
    const answers: (() => void)[] = [];
    let transaction: Transaction | undefined;
    try {
      transaction = await open();
      await transaction.begin();
      for (const { run } of group) answers.push(await within(transaction, run));
      await transaction.commit();
    } catch (thrown) {
      await transaction?.rollback().catch(() => undefined);
      for (const { fail } of group) fail(thrown);
      return;
    }
    for (const answer of answers) answer();
  }

  return Object.freeze<GroupCommit>({
    add,
    barrier: () => add(() => undefined),
    async idle() {
      while (running !== undefined) await running;
    },
  });
}

/** A step within its savepoint; what it comes to is told after the commit. */
async function within(transaction: Transaction, run: Job['run']): Promise<() => void> {
  await transaction.savepoint();
  try {
    const answer = await run(transaction.tx);
    await transaction.keep();
    return answer;
  } catch (thrown) {
    if (!(thrown instanceof TakenBack)) throw thrown;
    await transaction.undo();
    return thrown.tell;
  }
}

/** Carries out of a savepoint what is to be told once it has been undone. */
class TakenBack extends Error {
  constructor(readonly tell: () => void) {
    super('taken back');
  }
}

async function attempt<T>(
  work: Work<T>,
  tx: Tx,
  resolve: (answer: T) => void,
  reject: (thrown: unknown) => void,
): Promise<() => void> {
  let answer;
  try {
    answer = await work(tx);
  } catch (thrown) {
    throw new TakenBack(() => reject(thrown));
  }
  if (!isUndone<T>(answer)) return () => resolve(answer);
  throw new TakenBack(() => resolve(answer.answer));
}
