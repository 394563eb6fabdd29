import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../.ci/bootstrap/places.mjs';

const README = join(ROOT, 'test', 'README.md');
const START = '<!-- long-results:start -->';
const END = '<!-- long-results:end -->';

/** Puts the last result of a suite's long form into the table of test/README.md, one row a suite. */
export function keepResult(name, { passed, failed, skipped, seconds }) {
  const text = readFileSync(README, 'utf8');
  const start = text.indexOf(START) + START.length;
  const end = text.indexOf(END);
  const rows = text
    .slice(start, end)
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([suite]) => suite !== name);
  rows.push([
    name,
    new Date().toISOString().slice(0, 10),
    process.versions.node,
    String(passed),
    String(failed),
    String(skipped.length),
    `${seconds.toFixed(0)} s`,
  ]);
  rows.sort(([a], [b]) => a.localeCompare(b));
  writeFileSync(README, `${text.slice(0, start)}\n\n${table(rows)}\n\n${text.slice(end)}`);
}

/** As prettier would write it, so that a result does not fail the format check. */
function table(rows) {
  const head = ['suite', 'date', 'Node', 'passed', 'failed', 'skipped', 'took'];
  const widths = head.map((cell, at) =>
    Math.max(3, ...[head, ...rows].map((row) => row[at].length)),
  );
  const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
