import { describe, expect, it } from 'vitest';
import { columnsOf, labels, table, wrapped } from '../src/layout.js';

describe('table', () => {
  const columns = [{ title: 'NAME' }, { title: 'SIZE', align: 'right' }] as const;

  it('aligns columns under their titles', () => {
    expect(
      table(
        columns,
        [
          ['a', '1 B'],
          ['longer', '12 KiB'],
        ],
        80,
      ),
    ).toEqual(['NAME      SIZE', 'a          1 B', 'longer  12 KiB']);
  });

  it('gives the first cell a line of its own where the row would be too wide', () => {
    expect(table(columns, [['a'.repeat(20), '1 B']], 20)).toEqual([
      'NAME',
      '  SIZE',
      'a'.repeat(20),
      '   1 B',
    ]);
  });

  it('makes cells safe before it measures them', () => {
    expect(table(columns, [['\u202e', '1']], 80)[1]).toBe('\\u{202e}     1');
  });
});

describe('labels', () => {
  it('wraps text beside its label, and gives each paragraph a line', () => {
    expect(
      labels(
        [
          ['one', 'a b c d e f g h i j k', 'next'],
          ['second', 'x'],
        ],
        28,
      ),
    ).toEqual(['one     a b c d e f g h i j', '        k', '        next', 'second  x']);
  });
});

describe('wrapped', () => {
  it('keeps a word that is longer than a line whole', () => {
    expect(wrapped(`a ${'b'.repeat(12)} c`, 10)).toEqual(['a', 'b'.repeat(12), 'c']);
  });
});

describe('columnsOf', () => {
  it('counts two for wide characters and none for marks', () => {
    expect(['abc', '世界', 'e\u0301', '👍'].map(columnsOf)).toEqual([3, 4, 1, 2]);
  });
});
