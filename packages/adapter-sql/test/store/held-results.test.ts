import { DatabaseSync } from 'node:sqlite';
import { fakeClock } from '@sovereign/capabilities/testing';
import { describe, expect, it } from 'vitest';
import { openSqliteDatabase } from '../../src/database/sqlite.js';
import { openSqlite } from '../../src/index.js';
import { migrate } from '../../src/migrations/migrate.js';
import { dropOldResults } from '../../src/store/held-results.js';
import { temporaryFile } from '../folder.js';
import { intent } from './fixtures.js';

describe('dropOldResults', () => {
  it('drops the oldest results until so many bytes are left, and no outcome', async () => {
    const file = temporaryFile();
    const database = await openSqliteDatabase({ file });
    await migrate(database);
    const db = new DatabaseSync(file);
    const insert = db.prepare('INSERT INTO sovereign_keys VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    for (const [key, until, bytes] of [
      ['oldest', 1, 40],
      ['none', 2, 0],
      ['middle', 3, 40],
      ['newest', 4, 50],
    ] as const)
      insert.run('mind:muse', key, key, 'print', until, '{}', bytes === 0 ? null : '"x"', bytes);
    const kept = (): readonly unknown[] =>
      db
        .prepare('SELECT key FROM sovereign_keys WHERE result IS NOT NULL ORDER BY until')
        .all()
        .map(({ key }) => key);
    await database.write((tx) => dropOldResults(tx, 130));
    expect(kept()).toEqual(['oldest', 'middle', 'newest']);
    await database.write((tx) => dropOldResults(tx, 129));
    expect(kept()).toEqual(['middle', 'newest']);
    await database.write((tx) => dropOldResults(tx, 50));
    expect(kept()).toEqual(['newest']);
    expect(db.prepare('SELECT count(*) AS rows FROM sovereign_keys').get()).toEqual({ rows: 4 });
    db.close();
    await database.close();
  });

  it('happens without a sweep as well: results stay within 64 MiB and what is new', async () => {
    const file = temporaryFile();
    const clock = fakeClock();
    const { store, close } = await openSqlite({ file, clock });
    const result = 'x'.repeat(4_194_304);
    const keys = Array.from({ length: 18 }, (_, at) => `key-${at}`);
    for (const key of keys) {
      const claimed = intent({ key, fingerprint: key });
      await store.begin(claimed);
      await store.end(claimed.id, { outcome: 'completed', result });
      clock.advance(1);
    }
    const recorded = await Promise.all(
      keys.map(async (key) => store.recorded('person:ada', key, key)),
    );
    const held = recorded.map((one) => one.state === 'settled' && one.settled.result === result);
    // Sixteen of them are a little more than 64 MiB.
    expect(held).toEqual([...Array<boolean>(3).fill(false), ...Array<boolean>(15).fill(true)]);
    expect(recorded.map(({ state }) => state)).toEqual(keys.map(() => 'settled'));
    await close();
  });
});
