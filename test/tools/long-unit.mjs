import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../../.ci/bootstrap/places.mjs';
import { say } from '../../.ci/bootstrap/say.mjs';
import { vitest } from './checks/unit.mjs';
import { filesBelow } from './files.mjs';
import { all } from './outcome.mjs';
import { runScript } from './scripts.mjs';

const PROGRESS = join(ROOT, 'test', '.long');

/**
 * Runs every test file by itself, with many tries of each law, and notes each file that is done. A
 * run that was stopped goes on with the files that are left, unless a source changed meanwhile.
 */
export async function longUnit({ name, runs, args = [] }) {
  const env = { SOVEREIGN_LONG: '1', FC_NUM_RUNS: process.env.FC_NUM_RUNS ?? String(runs) };
  const files = await testFiles(args);
  const progress = resume(name, `${fingerprint()} ${env.FC_NUM_RUNS}`);
  const outcomes = [];
  for (const [at, file] of files.entries()) {
    const outcome = progress.done[file] ?? (await runFile(file, args, env));
    outcomes.push(outcome);
    // What failed is run again next time.
    if (progress.done[file] === undefined && outcome.failed === 0) progress.keep(file, outcome);
    say(
      `${at + 1}/${files.length} ${file}: ${outcome.passed} passed, ${outcome.failed} failed, ` +
        `${outcome.seconds.toFixed(0)} s`,
    );
  }
  const total = all(outcomes);
  if (total.failed === 0) progress.forget();
  return { ...total, seconds: outcomes.reduce((sum, { seconds }) => sum + seconds, 0) };
}

async function runFile(file, args, env) {
  const started = performance.now();
  const outcome = await vitest([file, ...args], env);
  return { ...outcome, seconds: (performance.now() - started) / 1000 };
}

async function testFiles(args) {
  const { code, output } = await runScript('test:list', { args });
  if (code !== 0) throw new Error(output);
  const listed = JSON.parse(output.slice(output.indexOf('[')));
  return [...new Set(listed.map(({ file }) => relative(ROOT, file)))].sort();
}

/** Names all that the tests are made of. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const parent of ['packages', 'examples', 'test']) {
    for (const file of filesBelow(join(ROOT, parent))) {
      if (!/[.](?:ts|mjs|json)$/.test(file) || file.startsWith('.long/')) continue;
      hash.update(`\0${parent}/${file}\0`).update(readFileSync(join(ROOT, parent, file)));
    }
  }
  return hash.update(readFileSync(join(ROOT, 'pnpm-lock.yaml'))).digest('hex');
}

function resume(name, key) {
  const file = join(PROGRESS, `${name}.json`);
  const last = read(file);
  const done = last?.key === key ? last.done : {};
  const count = Object.keys(done).length;
  if (count > 0) say(`going on: ${count} files were done before`);
  return {
    done,
    keep(test, outcome) {
      done[test] = { ...outcome, output: '' };
      mkdirSync(PROGRESS, { recursive: true });
      writeFileSync(file, JSON.stringify({ key, done }));
    },
    forget: () => rmSync(file, { force: true }),
  };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
