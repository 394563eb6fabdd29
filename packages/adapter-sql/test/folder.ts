import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A file in a folder of its own for one test, gone after it. */
export function temporaryFile(name = 'sovereign.db'): string {
  const folder = mkdtempSync(join(tmpdir(), 'sovereign-sql-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}
