import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Where this example keeps its audit: `.data` of the folder it was started from, or the one in `SOVEREIGN_DATA`. */
export async function auditFile(): Promise<string> {
  const folder = resolve(process.env['SOVEREIGN_DATA'] ?? '.data');
  try {
    await mkdir(folder, { mode: 0o700 }); // one level: making `/a/b/c` of a misspelt variable helps nobody
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
  }
  return join(folder, 'audit.jsonl');
}
