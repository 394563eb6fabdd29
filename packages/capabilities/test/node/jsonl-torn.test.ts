import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { keepTornAside } from '../../src/node/jsonl-torn.js';
import { newPath } from './log-folder.js';

it('moves what stands after a place into a file of its own, for its owner alone', async () => {
  const path = newPath();
  const torn = 'y'.repeat(2_500_000);
  writeFileSync(path, `xx\n${torn}`);
  const file = await open(path, 'a+');
  const kept = await keepTornAside(path, file, 3);
  await file.close();
  expect(kept).toMatch(/\.jsonl\.torn-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/);
  expect(readFileSync(path, 'latin1')).toBe('xx\n');
  expect(readFileSync(kept, 'latin1')).toBe(torn);
  expect(statSync(kept).mode & 0o777).toBe(0o600);
});
