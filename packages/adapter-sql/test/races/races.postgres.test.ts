import { describe, expect, it } from 'vitest';
import { openPostgres } from '../../src/index.js';
import { freshDatabase } from '../postgres-database.js';
import { raceProcesses } from './race.js';

const ATTEMPTS = process.env['SOVEREIGN_LONG'] === undefined ? 400 : 10_000;

describe('processes on one PostgreSQL server', () => {
  it('S3-190 S3-216 A44 A45 A46 B13 four that are killed at random: nothing runs twice, no count is overspent, every attempt has its one event', async () => {
    const connection = await freshDatabase();
    const { violations, reports, kills } = await raceProcesses({
      attempts: ATTEMPTS,
      place: { postgres: { connection } },
      open: () => openPostgres({ connection }),
    });
    expect(violations).toEqual([]);
    expect(kills).toBeGreaterThan(0);
    expect(reports.filter(({ is }) => is === 'ran').length).toBeGreaterThan(ATTEMPTS / 20);
  }, 900_000);
});
