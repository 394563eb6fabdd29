import type { Database, Tx } from '../database/database.js';
import { SqlStoreError } from '../database/sql-error.js';
import { place, statement } from '../database/statement.js';
import { door } from './0001-door.js';
import { grants } from './0002-grants.js';
import { auditNoted } from './0003-audit-noted.js';
import { COLUMN_TYPES, type Migration } from './migration.js';

/** Every step of the schema, in order. */
export const MIGRATIONS: readonly Migration[] = Object.freeze([door, grants, auditNoted]);

const APPLIED = statement(({ db }) =>
  db.selectFrom('sovereign_migrations').select(['number', 'name']).orderBy('number'),
);
const NOTE = statement(({ db }) =>
  db
    .insertInto('sovereign_migrations')
    .values({ number: place('number'), name: place('name'), applied_at: place('now') }),
);

/**
 * Brings the schema up to date, all or none, however many processes open the database at once.
 *
 * @throws SqlStoreError — when the database was written by a later version.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const types = COLUMN_TYPES[database.dialect];
  await database.migrate(async (run, tx) => {
    await run(
      `CREATE TABLE IF NOT EXISTS sovereign_migrations (
        number ${types.integer} PRIMARY KEY, name ${types.text} NOT NULL, applied_at ${types.double} NOT NULL
      )`,
    );
    const applied = await tx.all(APPLIED);
    for (const [at, { number, name }] of applied.entries()) {
      const known = migrations[at];
      if (known?.number !== number || known.name !== name)
        throw new SqlStoreError('newer_schema', 'the database was written by another version');
    }
    for (const migration of migrations.slice(applied.length)) await apply(migration, run, tx);
  });

  async function apply(
    { number, name, up }: Migration,
    run: (sql: string) => unknown,
    tx: Tx,
  ): Promise<void> {
    for (const sql of up(types)) await run(sql);
    await tx.run(NOTE, { number, name, now: await tx.now() });
  }
}
