import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../.ci/bootstrap/places.mjs';
import { filesBelow } from '../files.mjs';
import { runScript } from '../scripts.mjs';

/** Where the third-party test data lies that `*.corpora.test.ts` read. */
export const CORPORA = process.env.SOVEREIGN_CORPORA ?? join(ROOT, '..', 'shared', 'data');

/** All tests of all projects. */
export async function unit({ args = [], env = {} } = {}) {
  if (args.length > 0) return chosen(await vitest(args, env));
  // What needs a server is a suite of its own.
  const most = ["--project='!postgres'"];
  if (existsSync(CORPORA)) return vitest(most, env);
  const outcome = await vitest([...most, "--project='!corpora'"], env);
  return { ...outcome, skipped: [...outcome.skipped, ...corporaTests().map(withoutData)] };
}

/** Tests that the arguments left out were not meant, so they are not reported as skipped. */
const chosen = (outcome) => ({
  ...outcome,
  skipped: outcome.skipped.filter(({ reason }) => reason !== 'marked `skip`'),
});

/** One run of vitest, in its own numbers. */
export async function vitest(args = [], env = {}) {
  const counts = join(tmpdir(), `sovereign-counts-${process.pid}.json`);
  const { code, output } = await runScript('test:unit', {
    args: ['--reporter=default', '--reporter=./test/tools/vitest-reporter.mjs', ...args],
    env: { ...env, SOVEREIGN_COUNTS: counts },
  });
  try {
    const { passed, failed, skipped } = JSON.parse(readFileSync(counts, 'utf8'));
    rmSync(counts);
    // What vitest calls a failure without naming one counts as one.
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped, output };
  } catch {
    return { passed: 0, failed: 1, skipped: [], output };
  }
}

const corporaTests = () =>
  ['packages', 'test'].flatMap((parent) =>
    filesBelow(join(ROOT, parent))
      .filter((file) => file.endsWith('.corpora.test.ts'))
      .map((file) => `${parent}/${file}`),
  );

const withoutData = (name) => ({
  name,
  reason: `no test data in ${CORPORA} (name its folder in SOVEREIGN_CORPORA)`,
});
