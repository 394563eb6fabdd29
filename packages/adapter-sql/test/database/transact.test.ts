import { describe, expect, it } from 'vitest';
import { undo, type Tx } from '../../src/database/database.js';
import { SqlStoreError } from '../../src/database/sql-error.js';
import { committed, despiteConflicts, isConflict, isLost } from '../../src/database/transact.js';

function recorded(refused?: string) {
  const done: string[] = [];
  const exec = (sql: string): void => {
    done.push(sql);
    if (sql === refused) throw new Error(`${sql} refused`);
  };
  return { done, transaction: { tx: {} as Tx, exec } }; // No step here uses it.
}

describe('committed', () => {
  it('commits what was done, and answers', async () => {
    const { done, transaction } = recorded();
    expect(await committed(transaction, async () => 7)).toBe(7);
    expect(done).toEqual(['COMMIT']);
  });

  it('rolls back what is undone, and answers all the same', async () => {
    const { done, transaction } = recorded();
    expect(await committed(transaction, async () => undo('refused'))).toBe('refused');
    expect(done).toEqual(['ROLLBACK']);
  });

  it.each([undefined, 'ROLLBACK'])('rolls back what throws, and throws it', async (refused) => {
    const { done, transaction } = recorded(refused);
    const work = (): Promise<never> => Promise.reject(new Error('no'));
    await expect(committed(transaction, work)).rejects.toThrow('no');
    expect(done).toEqual(['ROLLBACK']);
  });

  it('throws where the commit fails', async () => {
    const { done, transaction } = recorded('COMMIT');
    await expect(committed(transaction, async () => 7)).rejects.toThrow('COMMIT refused');
    expect(done).toEqual(['COMMIT', 'ROLLBACK']);
  });

  it('waits for nothing on a connection that is lost', async () => {
    const { done, transaction } = recorded();
    const work = (): Promise<never> => Promise.reject(new SqlStoreError('unavailable', 'lost'));
    await expect(committed(transaction, work)).rejects.toThrow('lost');
    expect(done).toEqual([]);
  });
});

describe('despiteConflicts', () => {
  it('runs a step again that others got in the way of', async () => {
    let tries = 0;
    const step = async (): Promise<number> => {
      tries += 1;
      if (tries < 3) throw new SqlStoreError('conflict', 'deadlock');
      return tries;
    };
    expect(await despiteConflicts(step)).toBe(3);
  });

  it('gives up after ten times, and at once on anything else', async () => {
    let tries = 0;
    const failing = (thrown: Error) => async (): Promise<never> => {
      tries += 1;
      throw thrown;
    };
    const conflict = new SqlStoreError('conflict', 'deadlock');
    await expect(despiteConflicts(failing(conflict))).rejects.toBe(conflict);
    expect(tries).toBe(10);
    await expect(despiteConflicts(failing(new Error('no')))).rejects.toThrow('no');
    expect(tries).toBe(11);
  });

  it('tells a conflict and a lost connection by their fault alone', () => {
    expect(isConflict(new SqlStoreError('conflict', ''))).toBe(true);
    expect(isConflict(new SqlStoreError('busy', ''))).toBe(false);
    expect(isLost(new SqlStoreError('unavailable', ''))).toBe(true);
    expect(isLost(new Error('unavailable'))).toBe(false);
  });
});
