import { describe, expect, it } from 'vitest';
import { undo, type Tx } from '../../src/database/database.js';
import { groupCommit } from '../../src/database/group-commit.js';

/** A transaction that writes down what is done with it. */
function recorded(options: { readonly commit?: () => void } = {}) {
  const done: string[] = [];
  const note = (what: string) => async (): Promise<void> => void done.push(what);
  const group = groupCommit(async () => ({
    tx: {} as Tx,
    begin: note('begin'),
    commit: async () => {
      done.push('commit');
      options.commit?.();
    },
    rollback: note('rollback'),
    savepoint: note('savepoint'),
    keep: note('keep'),
    undo: note('undo'),
  }));
  return { done, group };
}

describe('groupCommit', () => {
  it('commits what is queued within one turn together, in the order of the calls', async () => {
    const { done, group } = recorded();
    const steps: number[] = [];
    await Promise.all([1, 2, 3].map((step) => group.add(() => void steps.push(step))));
    expect(steps).toEqual([1, 2, 3]);
    expect(done.filter((what) => what === 'commit')).toHaveLength(1);
  });

  it('answers nobody before the commit', async () => {
    const { done, group } = recorded();
    let atAnswer = '';
    await group.add(() => 1).then(() => (atAnswer = done.join(' ')));
    expect(atAnswer).toBe('begin savepoint keep commit');
  });

  it('one that throws, or is undone after all, takes nobody with it', async () => {
    const { done, group } = recorded();
    const all = await Promise.allSettled([
      group.add(() => 'kept'),
      group.add(() => {
        throw new Error('no');
      }),
      group.add(() => undo('refused')),
      group.add(() => 'kept as well'),
    ]);
    expect(all.map((one) => (one.status === 'fulfilled' ? one.value : 'rejected'))).toEqual([
      'kept',
      'rejected',
      'refused',
      'kept as well',
    ]);
    expect(done.join(' ')).toBe(
      'begin savepoint keep savepoint undo savepoint undo savepoint keep commit',
    );
  });

  it('where the commit fails, every step of the group fails, and the next group is tried anew', async () => {
    let broken = true;
    const { group } = recorded({
      commit: () => {
        if (broken) throw new Error('disk');
      },
    });
    const all = await Promise.allSettled([group.add(() => 1), group.add(() => 2)]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    broken = false;
    expect(await group.add(() => 3)).toBe(3);
  });

  it('a barrier resolves after all that was queued before it', async () => {
    const { group } = recorded();
    const ended: string[] = [];
    void group.add(() => undefined).then(() => ended.push('step'));
    await group.barrier().then(() => ended.push('barrier'));
    expect(ended).toEqual(['step', 'barrier']);
    await group.idle();
  });
});
