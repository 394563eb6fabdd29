import { describe, expect, it } from 'vitest';
import { allEnds, endOf, endOfFile } from '../../src/audit/chain-ends.js';
import { emptyDatabase, putOf } from './events.js';

describe('the ends of chains', () => {
  it('are nowhere where nobody wrote', async () => {
    const database = await emptyDatabase();
    expect(await database.read(async (tx) => [await endOfFile(tx), await endOf(tx, 'a')])).toEqual([
      undefined,
      undefined,
    ]);
    expect(await database.read(allEnds)).toEqual([]);
  });

  it('are the last event of each writer', async () => {
    const database = await emptyDatabase();
    const last = await database.write(async (tx) => {
      for (const writer of ['b', 'a', 'c', 'b']) await putOf(tx, writer);
      return [await putOf(tx, 'a'), await putOf(tx, 'b'), await putOf(tx, 'c')];
    });
    const ends = last.map(({ writer, seq, hash }) => ({ writer, seq, hash }));
    expect(ends.map(({ writer, seq }) => `${writer}${seq}`)).toEqual(['a2', 'b3', 'c2']);
    expect(await database.read((tx) => endOf(tx, 'b'))).toEqual(ends[1]);
    expect(await database.read((tx) => endOf(tx, 'd'))).toBeUndefined();
    expect((await database.read(allEnds)).map(({ writer, seq }) => ({ writer, seq }))).toEqual(
      ends.map(({ writer, seq }) => ({ writer, seq })),
    );
    expect(await database.read(endOfFile)).toEqual(ends[2]);
  });
});
