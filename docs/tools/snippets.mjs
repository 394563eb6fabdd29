import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../.ci/bootstrap/places.mjs';
import { filesBelow } from '../../test/tools/files.mjs';
import { listOf, stagesByCode } from './lists.mjs';
import { outputOf } from './outputs.mjs';
import { openSources } from './sources.mjs';
import { tableOf } from './tables.mjs';

// Keeps the documentation equal to the code it speaks of. It writes anew:
//
// - every TypeScript fence, from code that is compiled and run: `source="examples/…#region"` takes
//   the lines between `// #region region` and `// #endregion`, and the whole file without `#…`;
// - every fence with `output="examples/…#name"`, from what that example shows (outputs.mjs);
// - every table between `<!-- table: name -->` and `<!-- /table -->` (tables.mjs).
//
// And it compares what a page writes by hand with the list it has to be complete for:
// `<!-- rows: name -->` and `<!-- headings: name -->` (lists.mjs).
//
// `--check` changes nothing, and fails on whatever differs or names no source.

const isCheck = process.argv.includes('--check');
const problems = [];
let changed = 0;

const sources = await openSources();
try {
  for (const file of filesBelow(ROOT).filter(isKept)) {
    const before = readFileSync(join(ROOT, file), 'utf8');
    const after = await renewed(file, before);
    if (after === before) continue;
    changed += 1;
    if (isCheck) problems.push(`${file}: differs from its sources; run \`pnpm docs:update\``);
    else writeFileSync(join(ROOT, file), after);
  }
} finally {
  await sources.close();
}

for (const problem of problems) console.error(problem);
if (!isCheck) console.log(`${changed} files changed`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Markdown, and the comments of published code. Not what another tool writes. */
function isKept(file) {
  if (file.endsWith('CHANGELOG.md') || /^packages\/[^/]+\/api\//.test(file)) return false;
  if (file.startsWith('docs/reference/api/')) return false;
  return file.endsWith('.md') || /^packages\/[^/]+\/src\/.*[.]ts$/.test(file);
}

async function renewed(file, text) {
  const lines = text.split('\n');
  const result = [];
  for (let at = 0; at < lines.length; at += 1) {
    const where = `${file}:${at + 1}`;
    result.push(lines[at]);
    const list = /^<!-- (?<kind>rows|headings): (?<name>[a-z-]+) -->$/.exec(lines[at])?.groups;
    if (list !== undefined) await compare(where, list, lines.slice(at + 1));
    const block = blockAt(lines, at);
    const content = block && (await contentOf(where, block));
    if (content === undefined) continue;
    result.push(...content.map((line) => (block.prefix + line).trimEnd()));
    at = block.end - 1;
  }
  return result.join('\n');
}

/** What stands at a line that is written anew, and where it ends. */
function blockAt(lines, at) {
  const name = /^<!-- table: (?<name>[a-z-]+) -->$/.exec(lines[at])?.groups.name;
  if (name !== undefined) {
    const end = lines.findIndex((line, index) => index > at && line === '<!-- /table -->');
    return { kind: 'table', name, prefix: '', end };
  }
  const opening = /^(?<prefix>\s*(?:\* ?)?)(?<ticks>`{3,})(?<language>\w+)\b(?<info>.*)$/.exec(
    lines[at],
  );
  if (opening === null) return undefined;
  const { prefix, ticks, language, info } = opening.groups;
  const [, kind, path, region] = /\b(source|output)="([^"#]+)(?:#([^"]+))?"/.exec(info) ?? [];
  const isCode = ['ts', 'mts', 'typescript'].includes(language);
  if (kind === undefined && !isCode) return undefined;
  const end = lines.findIndex((line, index) => index > at && line.trim().endsWith(ticks));
  return { kind: kind ?? 'source', path, name: region, prefix, end };
}

/** The lines that belong there; undefined when there is a problem. */
async function contentOf(where, { kind, path, name, end }) {
  try {
    if (end === -1) throw new Error('it does not end');
    if (kind === 'table') return await tableOf(name, sources);
    if (kind === 'output') return await outputOf({ path, name }, sources);
    return snippetOf(path, name);
  } catch (error) {
    // An example that does not run is one problem, however many pages quote it.
    const isKnown = problems.some((problem) => problem.endsWith(`: ${error.message}`));
    if (!isKnown) problems.push(`${where}: ${error.message}`);
    return undefined;
  }
}

/** Whether the table or the headings that follow name exactly what is on the list. */
async function compare(where, { kind, name }, lines) {
  try {
    const wanted = await listOf(name, sources);
    const found = kind === 'rows' ? rowsIn(lines) : headingsIn(lines);
    const missing = wanted.filter((word) => !found.includes(word));
    const unknown = found.filter((word) => !wanted.includes(word));
    if (missing.length > 0) problems.push(`${where}: not named here: ${missing.join(', ')}`);
    if (unknown.length > 0) problems.push(`${where}: not in the code: ${unknown.join(', ')}`);
    if (name === 'codes') await compareStages(where, lines);
  } catch (error) {
    problems.push(`${where}: ${error.message}`);
  }
}

/** Whether the first line below the heading of a code names exactly the stages that refuse with it. */
async function compareStages(where, lines) {
  for (const [code, stages] of await stagesByCode(sources)) {
    const at = lines.findIndex((line) => line.startsWith(`## \`${code}\``));
    const line = lines.slice(at + 1).find((each) => each !== '') ?? '';
    const named = [...line.matchAll(/`(\w+)`/g)].map(([, word]) => word);
    if (named.join() !== stages.join())
      problems.push(`${where}: \`${code}\` is given at ${stages.join(', ')}`);
  }
}

/** The words in the first column of the table that comes first. */
function rowsIn(lines) {
  const start = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const rows = lines.slice(start, end === -1 ? undefined : end).slice(2);
  return rows.flatMap((row) =>
    [...row.split('|')[1].matchAll(/`([^`]+)`/g)].map(([, word]) => word),
  );
}

/** The words that are headings, as far as the level of the first one goes. */
function headingsIn(lines) {
  const level = /^#+/.exec(lines.find((line) => /^#+ /.test(line)) ?? '')?.[0] ?? '#';
  return lines
    .map((line) => new RegExp(`^${level} \`([^\`]+)\``).exec(line)?.[1])
    .filter((word) => word !== undefined);
}

/** The lines a fence stands for. @throws Error — when there are none. */
function snippetOf(path, region) {
  if (path === undefined)
    throw new Error('a TypeScript fence names its source: `source="examples/…"`');
  let lines;
  try {
    lines = readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n');
  } catch {
    throw new Error(`there is no file ${path}`);
  }
  const found = region === undefined ? lines : regionOf(lines, region);
  if (found === undefined) throw new Error(`${path} has no region \`${region}\``);
  return dedent(found.filter((line) => !/^\s*\/\/ #(?:end)?region\b/.test(line)));
}

function regionOf(lines, name) {
  const start = lines.findIndex((line) => line.trim() === `// #region ${name}`);
  if (start === -1) return undefined;
  let depth = 0;
  const length = lines.slice(start).findIndex((line) => {
    if (/^\s*\/\/ #region\b/.test(line)) depth += 1;
    if (/^\s*\/\/ #endregion\b/.test(line)) depth -= 1;
    return depth === 0;
  });
  return length === -1 ? undefined : lines.slice(start + 1, start + length);
}

function dedent(lines) {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^ */.exec(line)[0].length);
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(Number.isFinite(least) ? least : 0));
}
