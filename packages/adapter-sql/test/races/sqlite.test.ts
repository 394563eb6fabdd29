import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/index.js';
import { raceProcesses } from './race.js';

const folder = mkdtempSync(join(tmpdir(), 'sovereign-race-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const ATTEMPTS = process.env['SOVEREIGN_LONG'] === undefined ? 400 : 10_000;

describe('processes on one SQLite file', () => {
  it('S3-190 S3-216 A44 A45 A46 B13 four that are killed at random: nothing runs twice, no count is overspent, every attempt has its one event', async () => {
    const sqlite = { file: join(folder, 'race.db') };
    const { violations, reports, kills } = await raceProcesses({
      attempts: ATTEMPTS,
      place: { sqlite },
      open: () => openSqlite(sqlite),
    });
    expect(violations).toEqual([]);
    expect(kills).toBeGreaterThan(0);
    expect(reports.filter(({ is }) => is === 'ran').length).toBeGreaterThan(ATTEMPTS / 20);
  }, 900_000);
});
