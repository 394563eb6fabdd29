import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../.ci/bootstrap/places.mjs';
import { say } from '../../.ci/bootstrap/say.mjs';
import { whyNotWritable } from '../../.ci/bootstrap/writable.mjs';
import { SUITES } from './suites.mjs';

// What `npm test` comes to: every suite, or those named, in order; after a failure the rest still
// run. Progress and the output of what failed go to stderr, the result to stdout.
//
//   npm test                            everything
//   npm test -- unit types              two suites
//   npm test -- unit -- -t 'refuses'    one suite, with arguments for its tool (unit only)

const USAGE = 64;
const CANNOT_CREATE = 73;

const { chosen, args, unknown } = readArguments(process.argv.slice(2));
if (unknown.length > 0) {
  say(`no suite is called ${unknown.map((name) => `\`${name}\``).join(', ')}`);
  say(`there are: ${SUITES.map(({ name }) => name).join(', ')}`);
  process.exit(USAGE);
}
const reason = whyNotWritable(join(ROOT, 'node_modules'));
if (reason !== undefined) {
  say(`the tests build and write, and nothing can be written to this folder: ${reason}`);
  process.exit(CANNOT_CREATE);
}

const budgets = JSON.parse(readFileSync(join(ROOT, 'test', 'budgets.json'), 'utf8'));
const outcomes = new Map();
say(`Node ${process.versions.node}, ${process.platform}-${process.arch}`);
for (const [at, suite] of chosen.entries()) {
  process.stderr.write(`[${String(at + 1).padStart(2)}/${chosen.length}] ${suite.name.padEnd(14)}`);
  const started = performance.now();
  const outcome = await runSuite(suite);
  const seconds = (performance.now() - started) / 1000;
  outcomes.set(suite.name, outcome);
  report(suite, outcome, seconds);
}
conclude();

function readArguments(argv) {
  const end = argv.indexOf('--');
  const names = end === -1 ? argv : argv.slice(0, end);
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  const asked = names.length === 0 ? SUITES : SUITES.filter(({ name }) => names.includes(name));
  // What a chosen suite needs is run too, before it.
  const needed = new Set(asked.flatMap(({ name, needs }) => [name, needs]));
  return {
    chosen: SUITES.filter(({ name }) => needed.has(name)),
    args: end === -1 ? [] : argv.slice(end + 1),
    unknown,
  };
}

async function runSuite({ name, needs, run }) {
  if (needs !== undefined && (outcomes.get(needs)?.failed ?? 0) > 0) {
    const reason = `\`${needs}\` failed, and this needs it`;
    return { passed: 0, failed: 0, skipped: [{ name, reason }], output: '' };
  }
  try {
    return { skipped: [], ...(await run({ args })) };
  } catch (error) {
    return { passed: 0, failed: 1, skipped: [], output: error.stack };
  }
}

function report({ name }, { passed, failed, skipped, output }, seconds) {
  const state = failed > 0 ? 'FAILED ' : passed > 0 ? 'ok     ' : 'skipped';
  const counts = passed + failed > 1 ? `  ${passed} passed, ${failed} failed` : '';
  const left = skipped.length > 0 ? `  ${skipped.length} skipped` : '';
  process.stderr.write(`${state} ${seconds.toFixed(1).padStart(6)} s${counts}${left}\n`);
  const budget = budgets[name];
  if (budget !== undefined && seconds > budget) {
    say(`warning: \`${name}\` took longer than its budget of ${budget} s (test/budgets.json)`);
  }
  if (failed > 0) process.stderr.write(`${output.trimEnd()}\n\n`);
}

function conclude() {
  const every = [...outcomes];
  const sum = (key) => every.reduce((total, [, outcome]) => total + outcome[key], 0);
  const left = every.flatMap(([, { skipped }]) => skipped);
  const lines = [
    ...(left.length > 0 ? ['', 'Skipped:'] : []),
    ...left.map(({ name, reason }) => `  ${name}: ${reason}`),
    ...(sum('failed') > 0 ? ['', 'Failed:'] : []),
    ...every.filter(([, { failed }]) => failed > 0).map(([name]) => `  ${name}`),
    '',
    `${sum('passed')} passed, ${sum('failed')} failed` +
      (left.length > 0 ? `, ${left.length} skipped` : ''),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
}
