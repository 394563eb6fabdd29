import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Where this example keeps its audit: `.data` of the folder it was started from, or the one in `SOVEREIGN_DATA`. */
export async function auditFile(): Promise<string> {
  const folder = resolve(process.env['SOVEREIGN_DATA'] ?? '.data');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, 'audit.jsonl');
}
