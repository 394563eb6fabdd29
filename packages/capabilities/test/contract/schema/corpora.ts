import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../../..');
const CORPORA = process.env['SOVEREIGN_CORPORA'] ?? join(ROOT, '../shared/data');

/** Reads a file of a corpus. */
export function read(path: string): unknown {
  return JSON.parse(readFileSync(join(CORPORA, path), 'utf8'));
}

/** Reads a file of a corpus that has a JSON text in each line. */
export function readLines(path: string): readonly unknown[] {
  const text = readFileSync(join(CORPORA, path), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

/** A test over a corpus, which says so where it is skipped because the corpus is not there. */
export function corpusTest(folder: string, claim: string, run: () => void | Promise<void>): void {
  const isThere = existsSync(join(CORPORA, folder));
  test.skipIf(!isThere)(isThere ? claim : `${claim} (skipped: no corpus ${folder})`, run);
}
