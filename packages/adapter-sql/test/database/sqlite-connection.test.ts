import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sqliteConnection } from '../../src/database/sqlite-connection.js';
import { place, statement } from '../../src/database/statement.js';

const PUT = statement(({ db }) =>
  db
    .insertInto('sovereign_turns')
    .values({ turn: place('turn'), capability: 'a.b', runs: 1, touched_at: 0 }),
);
const FIND = statement(({ db }) =>
  db.selectFrom('sovereign_turns').select('turn').where('turn', '=', place('turn')),
);

function opened() {
  let prepared = 0;
  const db = new DatabaseSync(':memory:');
  db.exec(
    'CREATE TABLE sovereign_turns (turn TEXT, capability TEXT, runs INTEGER, touched_at REAL)',
  );
  const counting: Pick<DatabaseSync, 'prepare' | 'exec' | 'close'> = {
    prepare(sql) {
      prepared += 1;
      return db.prepare(sql);
    },
    exec: (sql) => db.exec(sql),
    close: () => db.close(),
  };
  return { connection: sqliteConnection(counting, () => 7), prepared: () => prepared };
}

describe('sqliteConnection', () => {
  it('prepares a statement once, however often it runs', async () => {
    const { connection, prepared } = opened();
    for (const turn of ['one', 'other']) expect(await connection.tx.run(PUT, { turn })).toBe(1);
    expect(prepared()).toBe(1);
    expect(await connection.tx.all(FIND, { turn: 'one' })).toEqual([{ turn: 'one' }]);
    expect(await connection.tx.get(FIND, { turn: 'none' })).toBeUndefined();
    expect(prepared()).toBe(2);
    connection.close();
  });

  it('E12 a text that no row can hold finds none, not the one it would become', async () => {
    const { connection } = opened();
    await connection.tx.run(PUT, { turn: 'a\ufffd' });
    expect(await connection.tx.all(FIND, { turn: 'a\ud800' })).toEqual([]);
    expect(await connection.tx.get(FIND, { turn: 'a\ud800' })).toBeUndefined();
    expect(await connection.tx.get(FIND, { turn: 'a\ufffd\0' })).toBeUndefined();
    connection.close();
  });

  it('throws what SQLite refuses in this package’s words', () => {
    const { connection } = opened();
    expect(() => connection.exec('NONSENSE')).toThrow(
      expect.objectContaining({ name: 'SqlStoreError', fault: 'failed' }),
    );
    connection.close();
  });
});
