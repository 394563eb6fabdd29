import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openSqliteDatabase } from '../../src/database/sqlite.js';
import { openSqlite } from '../../src/index.js';
import { migrate, MIGRATIONS } from '../../src/migrations/migrate.js';
import { temporaryFile } from '../folder.js';

const namesOf = (file: string): readonly unknown[] => {
  const db = new DatabaseSync(file);
  const rows = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => name);
  db.close();
  return rows;
};

describe('migrate', () => {
  it('S3-223 takes an older store that is in use forward, and loses nothing of it', async () => {
    const file = temporaryFile();
    const older = await openSqliteDatabase({ file });
    await migrate(older, MIGRATIONS.slice(0, 1));
    await older.close();
    expect(namesOf(file)).not.toContain('sovereign_grants');
    const db = new DatabaseSync(file);
    db.exec(
      `INSERT INTO sovereign_turns (turn, capability, runs, touched_at) VALUES ('turn:1', 'a.b', 7, 1e15);
       INSERT INTO sovereign_decisions (id, seq, pending_id, time, entry) VALUES ('d', 1, 'p', 5, '{"pendingId":"p","kind":"approved"}')`,
    );
    db.close();

    const stores = await openSqlite({ file });
    expect(await stores.store.turnCount('turn:1', 'a.b')).toBe(7);
    expect(await stores.decisions.read('p')).toEqual([{ pendingId: 'p', kind: 'approved' }]);
    expect(await stores.store.policy()).toEqual({ revision: 0, rules: [] });
    expect(await stores.store.listGrants()).toEqual([]);
    await stores.close();
  });

  it('does nothing the second time, also for two that open at once', async () => {
    const file = temporaryFile();
    const both = await Promise.all([openSqlite({ file }), openSqlite({ file })]);
    for (const stores of both) await stores.close();
    await (await openSqlite({ file })).close();
    const db = new DatabaseSync(file);
    expect(db.prepare('SELECT number, name FROM sovereign_migrations').all()).toEqual(
      MIGRATIONS.map(({ number, name }) => ({ number, name })),
    );
    db.close();
  });

  it('a store of a later version is not touched', async () => {
    const file = temporaryFile();
    await (await openSqlite({ file })).close();
    const db = new DatabaseSync(file);
    db.exec("INSERT INTO sovereign_migrations VALUES (99, 'later', 0)");
    db.close();
    await expect(openSqlite({ file })).rejects.toMatchObject({ fault: 'newer_schema' });
  });

  it('one that fails in the middle leaves the store as it was', async () => {
    const file = temporaryFile();
    const database = await openSqliteDatabase({ file });
    const broken = {
      number: 2,
      name: 'broken',
      up: () => ['CREATE TABLE half (a TEXT)', 'CREATE NONSENSE'],
    };
    await expect(migrate(database, [...MIGRATIONS.slice(0, 1), broken])).rejects.toThrow();
    await database.close();
    const tables = namesOf(file);
    expect(tables).not.toContain('half');
    expect(tables).not.toContain('sovereign_turns');
    await (await openSqlite({ file })).close();
  });

  it('numbers its steps without a gap', () => {
    expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, at) => at + 1));
  });
});
