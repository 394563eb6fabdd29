import type { FlushPolicy } from './flush-policy.js';

/** What groups are written to. */
export interface GroupTarget<T> {
  /** Called before each group; what it returns is waited for. */
  prepare(bytes: number): Promise<void> | undefined;
  /** Writes all of a text, whose last line is that of `last`, or throws. */
  write(text: string, last: T): void;
  /** Makes what was written durable. */
  sync(done: (error: Error | null) => void): void;
  /** Makes what was written durable before it returns, or throws. */
  syncNow(): void;
  /** Called when all up to and with `last` is durable, before anyone who waits is told. */
  settled(last: T): void;
  /** Turns what went wrong into what everyone who waits is told. */
  failed(cause: unknown): Error;
}

/** Writes what was queued in one tick, or while the group before was being flushed, as one group. */
export interface GroupCommit<T> {
  /** Queues a line. Resolves with `value` once its group is durable; values come in their order. */
  add(line: string, value: T): Promise<T>;
  /** Waits for a value that is queued or being flushed; `undefined` when there is none. */
  find(is: (value: T) => boolean): Promise<T> | undefined;
  /** Resolves when nothing is queued or being flushed. */
  idle(): Promise<void>;
  /** Makes every later `add` reject. What is queued is still written. */
  stop(reason: Error): void;
  /** Why every `add` rejects, once it does. */
  refusal(): Error | undefined;
}

interface Waiter<T> {
  readonly value: T;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: Error) => void;
}

interface Group<T> {
  readonly waiters: Waiter<T>[];
  text: string;
  last: T | undefined;
}

/**
 * Makes a {@link GroupCommit}: for each group one write and one flush, whatever its size.
 *
 * When either fails, everyone in that group and behind it is told so, and so is everyone who comes
 * later: after a failed flush nobody can know what is on the disk.
 */
export function createGroupCommit<T>(target: GroupTarget<T>, policy: FlushPolicy): GroupCommit<T> {
  let queued: Group<T> = newGroup();
  let flushing: Group<T> | undefined;
  let due = false;
  let refusal: Error | undefined;
  const idlers: (() => void)[] = [];

  const add = (line: string, value: T): Promise<T> => {
    if (refusal !== undefined) return Promise.reject(refusal);
    queued.text += line;
    queued.last = value;
    flushSoon();
    return join(queued, value);
  };

  // Not at once: what is queued by the end of this tick belongs to the same group. First after the
  // callbacks that wait already, then after all that those bring about.
  const flushSoon = (): void => {
    if (due || flushing !== undefined) return;
    due = true;
    queueMicrotask(flushAfterMicrotasks);
  };
  const flushAfterMicrotasks = (): void => process.nextTick(flush);

  const flush = (): void => {
    due = false;
    const group = queued;
    if (group.last === undefined) return;
    queued = newGroup();
    flushing = group;
    try {
      const ready = target.prepare(group.text.length);
      if (ready === undefined) write();
      else ready.then(write).catch(fail);
    } catch (error) {
      fail(error);
    }
  };

  const write = (): void => {
    const group = flushing;
    if (group?.last === undefined) return;
    target.write(group.text, group.last);
    const begun = performance.now();
    const blocked = policy.mayBlock(group.waiters.length);
    const done = (error: Error | null): void => {
      // Failed already, by what was seen while this flush was under way.
      if (flushing !== group) return;
      if (error !== null) return fail(error);
      const alone = group.waiters.length === 1 && queued.last === undefined;
      policy.learn({ tookMs: performance.now() - begun, alone, blocked });
      settle(group);
    };
    if (!blocked) return target.sync(done);
    target.syncNow();
    done(null);
  };

  const settle = (group: Group<T>): void => {
    flushing = undefined;
    if (group.last !== undefined) target.settled(group.last);
    for (const { resolve, value } of group.waiters) resolve(value);
    if (queued.last !== undefined) flushSoon();
    else becomeIdle();
  };

  const fail = (cause: unknown): void => {
    const error = target.failed(cause);
    refusal = error;
    const lost = [...(flushing?.waiters ?? []), ...queued.waiters];
    flushing = undefined;
    queued = newGroup();
    for (const { reject } of lost) reject(error);
    becomeIdle();
  };

  const becomeIdle = (): void => {
    for (const wake of idlers.splice(0)) wake();
  };

  return {
    add,
    find(is) {
      const group = [flushing, queued].find((one) => one?.waiters.some(({ value }) => is(value)));
      const value = group?.waiters.find((waiter) => is(waiter.value))?.value;
      return group === undefined || value === undefined ? undefined : join(group, value);
    },
    idle: () =>
      flushing === undefined && queued.last === undefined
        ? Promise.resolve()
        : new Promise((resolve) => idlers.push(resolve)),
    stop(reason) {
      refusal ??= reason;
    },
    refusal: () => refusal,
  };
}

function newGroup<T>(): Group<T> {
  return { waiters: [], text: '', last: undefined };
}

function join<T>(group: Group<T>, value: T): Promise<T> {
  return new Promise((resolve, reject) => {
    group.waiters.push({ value, resolve, reject });
  });
}
