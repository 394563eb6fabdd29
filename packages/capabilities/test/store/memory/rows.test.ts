import { describe, expect, it } from 'vitest';
import { KEEP_MOST, makeRoom, put } from '../../../src/store/memory/rows.js';

interface Row {
  readonly id: string;
  readonly done: boolean;
}

function rowsOf(count: number, isDone: (at: number) => boolean): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (let at = 0; at < count; at += 1) put(rows, { id: `r${at}`, done: isDone(at) });
  return rows;
}

const done = ({ done: is }: Row): boolean => is;

describe('put', () => {
  it('freezes what it keeps, all of it, and keeps it in the place of the last one', () => {
    const rows = new Map<string, { id: string; list: string[] }>();
    put(rows, { id: 'a', list: [] });
    put(rows, { id: 'b', list: [] });
    const row = put(rows, { id: 'a', list: ['x'] });
    expect([...rows.values()].map(({ id, list }) => [id, list])).toEqual([
      ['a', ['x']],
      ['b', []],
    ]);
    expect([Object.isFrozen(row), Object.isFrozen(row.list)]).toEqual([true, true]);
  });
});

describe('makeRoom', () => {
  it('drops nothing while there is room', () => {
    const rows = rowsOf(KEEP_MOST - 1, () => true);
    makeRoom(rows, done);
    expect(rows.size).toBe(KEEP_MOST - 1);
  });

  it('drops the oldest that has ended, and no more than it must', () => {
    const rows = rowsOf(KEEP_MOST, (at) => at === 3 || at === 5);
    makeRoom(rows, done);
    expect([rows.size, rows.has('r3'), rows.has('r5')]).toEqual([KEEP_MOST - 1, false, true]);
  });

  it('drops nothing that is in force, however many there are', () => {
    const rows = rowsOf(KEEP_MOST + 1, () => false);
    makeRoom(rows, done);
    expect(rows.size).toBe(KEEP_MOST + 1);
  });
});
