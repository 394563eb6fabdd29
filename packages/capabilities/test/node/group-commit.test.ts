import { describe, expect, it } from 'vitest';
import {
  createGroupCommit,
  type GroupCommit,
  type GroupTarget,
} from '../../src/node/group-commit.js';

interface Fake extends GroupTarget<number> {
  readonly calls: string[];
  /** Ends the flush that is under way. */
  flushed(error?: Error): void;
}

const fakeTarget = (more: Partial<GroupTarget<number>> = {}): Fake => {
  const calls: string[] = [];
  let pending: ((error: Error | null) => void) | undefined;
  return {
    calls,
    prepare: () => undefined,
    write: (text) => void calls.push(`write ${text}`),
    sync(done) {
      calls.push('sync');
      pending = done;
    },
    syncNow: () => void calls.push('syncNow'),
    settled: (last) => void calls.push(`settled ${last}`),
    failed: (cause) => new Error(`failed: ${(cause as Error).message}`),
    flushed(error) {
      const done = pending;
      pending = undefined;
      done?.(error ?? null);
    },
    ...more,
  };
};

const never = { mayBlock: () => false, learn: () => undefined };
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const outcomesOf = async (promises: readonly Promise<number>[]): Promise<string[]> =>
  (await Promise.allSettled(promises)).map((one) =>
    one.status === 'fulfilled' ? String(one.value) : (one.reason as Error).message,
  );
const addAll = (commits: GroupCommit<number>, ...numbers: number[]): Promise<number>[] =>
  numbers.map((number) => commits.add(String(number), number));

describe('createGroupCommit', () => {
  it('makes one write and one flush of what is queued in one tick, also by promises', async () => {
    const target = fakeTarget();
    const commits = createGroupCommit(target, never);
    const added = addAll(commits, 1, 2);
    added.push(Promise.resolve().then(() => commits.add('3', 3)));
    added.push(
      (async () => {
        for (let i = 0; i < 20; i += 1) await Promise.resolve();
        return commits.add('4', 4);
      })(),
    );
    await tick();
    expect(target.calls).toEqual(['write 1234', 'sync']);
    target.flushed();
    expect(await outcomesOf(added)).toEqual(['1', '2', '3', '4']);
  });

  it('queues during a flush what becomes the next group, and resolves each after its own flush', async () => {
    const target = fakeTarget();
    const commits = createGroupCommit(target, never);
    const first = commits.add('1', 1);
    await tick();
    let second = 'waiting';
    const later = Promise.all(addAll(commits, 2, 3)).then(() => (second = 'done'));
    await tick();
    expect(target.calls).toEqual(['write 1', 'sync']);
    target.flushed();
    expect(await first).toBe(1);
    await tick();
    expect(target.calls).toEqual(['write 1', 'sync', 'settled 1', 'write 23', 'sync']);
    expect(second).toBe('waiting');
    target.flushed();
    await later;
    expect(second).toBe('done');
  });

  it('rejects the whole group, what is queued behind it, and all that comes later, when a flush fails', async () => {
    const target = fakeTarget();
    const commits = createGroupCommit(target, never);
    const group = addAll(commits, 1, 2);
    await tick();
    const behind = addAll(commits, 3);
    target.flushed(new Error('EIO'));
    const later = addAll(commits, 4);
    expect(await outcomesOf([...group, ...behind, ...later])).toEqual(
      Array.from({ length: 4 }, () => 'failed: EIO'),
    );
    expect(target.calls).toEqual(['write 12', 'sync']);
    await commits.idle();
  });

  it.each(['write', 'sync', 'prepare'] as const)(
    'rejects all likewise when `%s` throws',
    async (name) => {
      const target = fakeTarget({
        [name]: () => {
          throw new Error('ENOSPC');
        },
      });
      const commits = createGroupCommit(target, never);
      const group = outcomesOf(addAll(commits, 1, 2));
      await tick();
      const later = outcomesOf(addAll(commits, 3));
      expect([...(await group), ...(await later)]).toEqual(
        Array.from({ length: 3 }, () => 'failed: ENOSPC'),
      );
    },
  );

  it('ignores a flush that ends after its group has failed', async () => {
    let end: (error: Error | null) => void = () => undefined;
    const target = fakeTarget({
      sync(done) {
        end = done;
        throw new Error('changed');
      },
    });
    const commits = createGroupCommit(target, never);
    const [first = Promise.resolve(0)] = addAll(commits, 1);
    expect(await outcomesOf([first])).toEqual(['failed: changed']);
    end(null);
    expect(target.calls).toEqual(['write 1']);
  });

  it('waits for what must be done before a group, and queues meanwhile', async () => {
    let ready = (): void => undefined;
    let prepared = 0;
    const target = fakeTarget({
      prepare: () =>
        (prepared += 1) === 1
          ? new Promise<void>((resolve) => {
              ready = resolve;
            })
          : undefined,
    });
    const commits = createGroupCommit(target, never);
    const group = addAll(commits, 1);
    await tick();
    group.push(...addAll(commits, 2));
    expect(target.calls).toEqual([]);
    ready();
    await tick();
    target.flushed();
    await tick();
    target.flushed();
    expect(await outcomesOf(group)).toEqual(['1', '2']);
    expect(target.calls.filter((call) => call.startsWith('write'))).toEqual(['write 1', 'write 2']);
  });

  it('finds what is queued or being flushed, and resolves it with its group', async () => {
    const target = fakeTarget();
    const commits = createGroupCommit(target, never);
    const group = addAll(commits, 1);
    await tick();
    group.push(...addAll(commits, 2));
    const found = [commits.find((value) => value === 1), commits.find((value) => value === 2)];
    expect(commits.find((value) => value === 3)).toBeUndefined();
    target.flushed();
    await tick();
    target.flushed();
    expect([await found[0], await found[1]]).toEqual([1, 2]);
    expect(commits.find((value) => value === 1)).toBeUndefined();
    await Promise.all(group);
  });

  it('writes what is queued when it is stopped, and takes nothing more', async () => {
    const target = fakeTarget();
    const commits = createGroupCommit(target, never);
    const added = outcomesOf(addAll(commits, 1));
    commits.stop(new Error('closed'));
    const later = outcomesOf(addAll(commits, 2));
    const idle = commits.idle();
    await tick();
    target.flushed();
    await idle;
    expect([await added, await later]).toEqual([['1'], ['closed']]);
  });

  it('flushes a lone caller on the spot where the policy says so', async () => {
    const target = fakeTarget();
    const commits = createGroupCommit(target, {
      mayBlock: (waiters) => waiters === 1,
      learn: () => undefined,
    });
    expect(await commits.add('1', 1)).toBe(1);
    const pair = addAll(commits, 2, 3);
    await tick();
    target.flushed();
    await Promise.all(pair);
    expect(target.calls).toEqual([
      'write 1',
      'syncNow',
      'settled 1',
      'write 23',
      'sync',
      'settled 3',
    ]);
  });
});
