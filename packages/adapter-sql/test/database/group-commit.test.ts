import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { undo, type Tx } from '../../src/database/database.js';
import { groupCommit } from '../../src/database/group-commit.js';
import { postgresError } from '../../src/database/postgres-error.js';
import { SqlStoreError } from '../../src/database/sql-error.js';
import { committed } from '../../src/database/transact.js';

/** Transactions that write down what is done in them. */
function recorded(options: { readonly commit?: () => void } = {}) {
  const done: string[] = [];
  const exec = (sql: string): void => {
    done.push(sql);
    if (sql === 'COMMIT') options.commit?.();
  };
  const add = groupCommit(async (work) => {
    exec('BEGIN');
    return committed({ tx: {} as Tx, exec }, work); // No step here uses it.
  });
  return { done, add };
}

describe('groupCommit', () => {
  it('commits what is queued within one turn together, in the order of the calls', async () => {
    const { done, add } = recorded();
    const steps: number[] = [];
    await Promise.all([1, 2, 3].map((step) => add(() => void steps.push(step))));
    expect(steps).toEqual([1, 2, 3]);
    expect(done.filter((what) => what === 'COMMIT')).toHaveLength(1);
  });

  it('answers nobody before the commit', async () => {
    const { done, add } = recorded();
    let atAnswer = '';
    await add(() => 1).then(() => (atAnswer = done.join(' ')));
    expect(atAnswer).toBe('BEGIN COMMIT');
  });

  it('one that is alone needs no savepoint, and undoes the whole', async () => {
    const { done, add } = recorded();
    expect(await add(() => undo('refused'))).toBe('refused');
    const failing = add(() => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(done.join(' ')).toBe('BEGIN ROLLBACK BEGIN ROLLBACK');
  });

  it('one that throws, or is undone after all, takes nobody with it', async () => {
    const { done, add } = recorded();
    const all = await Promise.allSettled([
      add(() => 'kept'),
      add(() => {
        throw new Error('no');
      }),
      add(() => undo('refused')),
      add(() => 'kept as well'),
    ]);
    expect(all.map((one) => (one.status === 'fulfilled' ? one.value : 'rejected'))).toEqual([
      'kept',
      'rejected',
      'refused',
      'kept as well',
    ]);
    expect(done.join(', ')).toBe(
      [
        'BEGIN, SAVEPOINT step',
        'RELEASE step; SAVEPOINT step, ROLLBACK TO step',
        'ROLLBACK TO step',
        'COMMIT',
      ].join(', '),
    );
  });

  it('where the commit fails, every step of the group fails, and the next group is tried anew', async () => {
    let broken = true;
    const { add } = recorded({
      commit: () => {
        if (broken) throw new Error('disk');
      },
    });
    const all = await Promise.allSettled([add(() => 1), add(() => 2)]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    broken = false;
    expect(await add(() => 3)).toBe(3);
  });

  it('where another transaction gets in the way of one, the whole group is run again, and told once', async () => {
    const { done, add } = recorded();
    let tries = 0;
    const told: string[] = [];
    const first = add(() => 'first').then((answer) => told.push(answer));
    const second = add(() => {
      tries += 1;
      if (tries < 3) throw new SqlStoreError('conflict', 'deadlock');
      return 'second';
    }).then((answer) => told.push(answer));
    await Promise.all([first, second]);
    expect(told).toEqual(['first', 'second']);
    expect(done.filter((what) => what === 'BEGIN')).toHaveLength(3);
    expect(done.filter((what) => what === 'ROLLBACK')).toHaveLength(2);
    expect(done.filter((what) => what === 'COMMIT')).toHaveLength(1);
  });

  it('what had to wait too long for others is not begun, and fails; what comes after is', async () => {
    const done: string[] = [];
    const held = Promise.withResolvers<void>();
    const add = groupCommit(
      async (work) =>
        committed({ tx: {} as Tx, exec: (sql) => void done.push(sql) }, async (transaction) => {
          await held.promise;
          return work(transaction);
        }),
      50,
    );
    const first = add(() => 'first');
    await pause(5);
    const ran: string[] = [];
    const late = Array.from({ length: 300 }, (_, at) => add(() => void ran.push(`late ${at}`)));
    const told = Promise.allSettled(late);
    await pause(60);
    const next = add(() => 'next');
    held.resolve();
    expect(await first).toBe('first');
    for (const one of await told)
      expect(one).toMatchObject({ status: 'rejected', reason: { fault: 'unavailable' } });
    expect(ran).toEqual([]);
    expect(await next).toBe('next');
  });

  it('a step that breaks a rule of the database fails at once, and is not run again', async () => {
    const { done, add } = recorded();
    let tries = 0;
    const refused = add(() => {
      tries += 1;
      throw postgresError({ code: '23505', constraint: 'sovereign_keys_pkey' });
    });
    const beside = add(() => 'kept');
    await expect(refused).rejects.toMatchObject({ fault: 'failed' });
    expect(await beside).toBe('kept');
    expect(tries).toBe(1);
    expect(done.filter((what) => what === 'BEGIN')).toHaveLength(1);
  });

  it('a group that others keep getting in the way of is given up after ten times', async () => {
    const { done, add } = recorded();
    const conflict = (): never => {
      throw postgresError({ code: '40001' });
    };
    const all = await Promise.allSettled([add(() => 'beside'), add(conflict)]);
    for (const one of all)
      expect(one).toMatchObject({ status: 'rejected', reason: { fault: 'conflict' } });
    expect(done.filter((what) => what === 'BEGIN')).toHaveLength(10);
    expect(done).not.toContain('COMMIT');
  });

  it('more than fit into one transaction are done in several, in their order', async () => {
    const { done, add } = recorded();
    const steps: number[] = [];
    await Promise.all(Array.from({ length: 600 }, (_, step) => add(() => void steps.push(step))));
    expect(steps).toEqual(Array.from({ length: 600 }, (_, step) => step));
    expect(done.filter((what) => what === 'COMMIT')).toHaveLength(3);
  });
});
