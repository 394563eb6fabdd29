import { say } from '../../.ci/bootstrap/say.mjs';
import { keepResult } from './long-results.mjs';
import { longUnit } from './long-unit.mjs';
import { SUITES } from './suites.mjs';

// The long form of a suite: `pnpm test:long unit` tries each law 10,000 times (FC_NUM_RUNS sets
// another number) and reads all of the test data, `pnpm test:long corpora` runs only the tests over
// that data. Any other suite has one form, which is run. Stopped half-way, the same command goes on
// where it was. The result is kept in test/README.md.

const LONG = {
  unit: () => longUnit({ name: 'unit', runs: 10_000 }),
  corpora: () => longUnit({ name: 'corpora', runs: 10_000, args: ["--project='corpora'"] }),
};

const name = process.argv[2];
const run = LONG[name] ?? SUITES.find((suite) => suite.name === name)?.run;
if (run === undefined) {
  const names = new Set([...Object.keys(LONG), ...SUITES.map((suite) => suite.name)]);
  say(`name a suite: ${[...names].join(', ')}`);
  process.exit(64);
}

const started = performance.now();
// A long form that was interrupted brings the time it had taken before.
const { seconds, ...outcome } = { skipped: [], ...(await run({})) };
const result = { ...outcome, seconds: seconds ?? (performance.now() - started) / 1000 };
if (result.failed > 0) process.stderr.write(`${result.output.trimEnd()}\n`);
keepResult(name, result);
for (const { name: test, reason } of result.skipped) console.log(`skipped ${test}: ${reason}`);
console.log(
  `${result.passed} passed, ${result.failed} failed` +
    (result.skipped.length > 0 ? `, ${result.skipped.length} skipped` : ''),
);
process.exitCode = result.failed > 0 ? 1 : 0;
