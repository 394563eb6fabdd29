import { writeSync } from 'node:fs';
import { runRace, type RaceScene } from '@sovereign/capabilities/testing';
import {
  openPostgres,
  openSqlite,
  type PostgresOptions,
  type SqliteOptions,
} from '../../src/index.js';

// One racing process. What it is to do stands in its environment; what happens goes to stdout at
// once, so that a kill loses nothing of it.

/** What a racing process is told. */
export interface RacerTask {
  readonly sqlite?: SqliteOptions;
  readonly postgres?: PostgresOptions;
  readonly scene: RaceScene;
  readonly seed: number;
  readonly attempts: number;
}

const task = JSON.parse(process.env['RACER_TASK'] ?? '{}') as RacerTask;
const stores =
  task.sqlite === undefined
    ? await openPostgres(task.postgres ?? { connection: {} })
    : await openSqlite(task.sqlite);
await runRace(stores, task.scene, {
  seed: task.seed,
  attempts: task.attempts,
  report: (report) => void writeSync(1, `${JSON.stringify(report)}\n`),
});
await stores.close();
