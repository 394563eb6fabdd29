import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Alters what a data folder's database keeps, as no command does. */
export function alterKept(data: string, sql: string): void {
  const database = new DatabaseSync(join(data, 'sovereign.db'));
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}
