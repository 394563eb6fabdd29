import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  judgeRace,
  prepareRace,
  RACE_OVERDUE_MS,
  type RaceReport,
} from '@sovereign/capabilities/testing';
import { build } from 'tsup';
import type { SqlStores } from '../../src/index.js';
import type { RacerTask } from './racer.js';

/** How many processes race at once. */
const PROCESSES = 4;

/** How large a race is. */
export interface RaceWish {
  /** How many redemptions and uses are attempted in all. */
  readonly attempts: number;
  readonly open: () => Promise<SqlStores>;
  /** Where a racing process finds the same stores. */
  readonly place: Pick<RacerTask, 'sqlite' | 'postgres'>;
}

/** What a race came to. */
export interface Raced {
  readonly violations: readonly string[];
  readonly reports: readonly RaceReport[];
  /** How many processes were killed in the middle of what they did. */
  readonly kills: number;
}

/**
 * Races real processes over one database, kills them at random times with SIGKILL and starts others
 * in their place, until so many attempts were answered; then judges what came of it.
 */
export async function raceProcesses({ attempts, open, place }: RaceWish): Promise<Raced> {
  // Within the package, so that what is not built in is found.
  const folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.race-'));
  const stores = await open();
  try {
    const program = await buildRacer(folder);
    const scene = await prepareRace(stores, {
      proposals: Math.ceil(attempts / 20),
      grants: Math.ceil(attempts / 100),
      uses: 20,
    });
    const reports: RaceReport[] = [];
    let kills = 0;
    let seed = 1;
    const answered = (): number => reports.filter(({ is }) => is === 'answered').length;
    const line = async (): Promise<void> => {
      while (answered() < attempts) {
        const task: RacerTask = { ...place, scene, seed: (seed += 7_919), attempts };
        if (await runOne(program, task, reports, () => answered() >= attempts)) kills += 1;
      }
    };
    await Promise.all(Array.from({ length: PROCESSES }, line));
    await pause(RACE_OVERDUE_MS + 200);
    return { violations: await judgeRace(stores, scene, reports), reports, kills };
  } finally {
    await stores.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs one racing process until it is killed, is done, or there is enough; true where it was killed at work. */
function runOne(
  program: string,
  task: RacerTask,
  reports: RaceReport[],
  isEnough: () => boolean,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], RACER_TASK: JSON.stringify(task) },
    });
    let rest = '';
    let begun = false;
    let killed = false;
    child.stdout.on('data', (chunk: Buffer) => {
      // From its first word on it has between a blink and a second to live.
      if (!begun) setTimeout(kill, 20 + Math.random() * 900);
      begun = true;
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) reports.push(JSON.parse(line) as RaceReport);
      if (isEnough()) kill();
    });
    const kill = (): void => {
      killed ||= child.kill('SIGKILL');
    };
    child.on('error', reject);
    child.on('close', (code, signal) => {
      // One that fell by itself as it was to be killed has a code, or another signal: that is a finding.
      if (killed && signal === 'SIGKILL') resolve(true);
      else if (code === 0) resolve(false);
      else reject(new Error(`a racer ended with ${signal ?? code}`));
    });
  });
}

/** Builds the racing process from the sources, with everything it needs inside. */
async function buildRacer(folder: string): Promise<string> {
  await build({
    config: false,
    entry: { racer: join(import.meta.dirname, 'racer.ts') },
    outDir: folder,
    tsconfig: join(import.meta.dirname, '../../tsconfig.json'),
    target: 'node22.16',
    platform: 'node',
    format: ['esm'],
    noExternal: [/^@sovereign/, 'kysely', /^typebox/, 'eventemitter3', 're2js'],
    // What finds its own files, or Node's, at run time.
    external: ['pg'],
    removeNodeProtocol: false,
    splitting: false,
    dts: false,
    silent: true,
    outExtension: () => ({ js: '.mjs' }),
  });
  return join(folder, 'racer.mjs');
}
