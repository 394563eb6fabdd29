import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { JsonlSink } from '../../src/node/jsonl-sink.js';

const made: string[] = [];

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder of its own for a test, for its owner alone, removed after the file's tests. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sovereign-audit-'));
  made.push(folder);
  return folder;
}

/** A path where no log is yet. */
export const newPath = (): string => join(newFolder(), `${randomUUID()}.jsonl`);

/** Everything in the folder of a log, names and bytes. */
export function everything({ path }: Pick<JsonlSink, 'path'>): string {
  const folder = join(path, '..');
  return readdirSync(folder)
    .map((name) => `${name}\n${readFileSync(join(folder, name), 'latin1')}`)
    .join('\n');
}

/** The names in a log's folder, those of locks aside. */
export function namesBeside(path: string): string[] {
  return readdirSync(join(path, '..'))
    .filter((name) => !/\.(?:lock|claim)-/.test(name))
    .sort();
}
