import type { EventDraft } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import { appendTogether } from '../../src/audit/append-together.js';
import type { Answer } from '../../src/audit/put-all.js';
import type { Tx } from '../../src/database/database.js';
import { groupCommit } from '../../src/database/group-commit.js';
import { SqlStoreError } from '../../src/database/sql-error.js';
import { committed } from '../../src/database/transact.js';
import { attempt } from './events.js';

/** Appends on transactions that write down how many drafts each step took; the first ones fail as told. */
function recorded(failures: readonly ('begin' | 'conflict')[] = []) {
  const steps: number[] = [];
  const left = [...failures];
  const writeInOrder = groupCommit(async (work) => {
    if (left[0] === 'begin') {
      left.shift();
      throw new SqlStoreError('unavailable', 'gone');
    }
    return committed({ tx: {} as Tx, exec: () => undefined }, work); // No step here uses it.
  });
  const append = appendTogether({ writeInOrder }, async (_tx, drafts) => {
    if (left[0] === 'conflict') {
      left.shift();
      throw new SqlStoreError('conflict', 'deadlock');
    }
    steps.push(drafts.length);
    return drafts.map(({ id }): Answer => {
      if (id === 'none') return { thrown: new TypeError('no event') };
      return { event: { id } as never }; // Nothing here looks at more of it.
    });
  });
  return { append, steps };
}

const drafts = (count: number): readonly EventDraft[] =>
  Array.from({ length: count }, () => attempt());

describe('appendTogether', () => {
  it('makes one step of what waits for the same flush, and tells each its own', async () => {
    const { append, steps } = recorded();
    const all = [...drafts(3), { ...attempt(), id: 'none' }, attempt()];
    const told = await Promise.allSettled(all.map(append));
    expect(steps).toEqual([5]);
    expect(told.map((one) => (one.status === 'fulfilled' ? one.value.id : 'none'))).toEqual(
      all.map(({ id }) => id),
    );
  });

  it('makes several of very many, in their order', async () => {
    const { append, steps } = recorded();
    const all = drafts(600);
    expect((await Promise.all(all.map(append))).map(({ id }) => id)).toEqual(
      all.map(({ id }) => id),
    );
    expect(steps).toEqual([256, 256, 88]);
  });

  it('a step that cannot be begun costs those that wait for it, and nobody who comes later', async () => {
    const { append, steps } = recorded(['begin']);
    for (const one of await Promise.allSettled(drafts(2).map(append)))
      expect(one).toMatchObject({ status: 'rejected', reason: { fault: 'unavailable' } });
    const later = attempt();
    expect(await append(later)).toEqual({ id: later.id });
    expect(steps).toEqual([1]);
  });

  it('a step that is run again takes the same', async () => {
    const { append, steps } = recorded(['conflict']);
    const first = drafts(2).map(append);
    await new Promise((resolve) => setImmediate(resolve));
    const second = append(attempt());
    await Promise.all([...first, second]);
    expect(steps).toEqual([2, 1]);
  });
});
