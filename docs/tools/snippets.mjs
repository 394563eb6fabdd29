import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../.ci/bootstrap/places.mjs';
import { filesBelow } from '../../test/tools/files.mjs';

// Keeps every TypeScript fence of the documentation equal to code that is compiled and run:
//
//   ```ts source="examples/guides/first-capability.ts#define"
//
// takes the lines between `// #region define` and `// #endregion` of that file; without `#…`, the
// whole file. `--check` changes nothing, and fails on a fence that differs or names no source.

const isCheck = process.argv.includes('--check');
const problems = [];
let changed = 0;

for (const file of filesBelow(ROOT).filter(holdsFences)) {
  const before = readFileSync(join(ROOT, file), 'utf8');
  const after = withSnippets(file, before);
  if (after === before) continue;
  changed += 1;
  if (isCheck) problems.push(`${file}: differs from its sources; run \`pnpm docs:update\``);
  else writeFileSync(join(ROOT, file), after);
}

for (const problem of problems) console.error(problem);
if (!isCheck) console.log(`${changed} files changed`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Markdown, and the comments of published code. */
function holdsFences(file) {
  if (file.endsWith('CHANGELOG.md') || /^packages\/[^/]+\/api\//.test(file)) return false;
  return file.endsWith('.md') || /^packages\/[^/]+\/src\/.*[.]ts$/.test(file);
}

function withSnippets(file, text) {
  const lines = text.split('\n');
  const result = [];
  for (let at = 0; at < lines.length; at += 1) {
    const opening =
      /^(?<prefix>\s*(?:\* ?)?)(?<ticks>`{3,})(?:ts|mts|typescript)\b(?<info>.*)$/.exec(lines[at]);
    result.push(lines[at]);
    if (opening === null) continue;
    const { prefix, ticks, info } = opening.groups;
    const end = lines.findIndex((line, index) => index > at && line.trim().endsWith(ticks));
    const source = /\bsource="(?<path>[^"#]+)(?:#(?<region>[^"]+))?"/.exec(info)?.groups;
    const snippet = end === -1 ? undefined : snippetOf(`${file}:${at + 1}`, source);
    if (snippet === undefined) continue;
    result.push(...snippet.map((line) => (prefix + line).trimEnd()));
    at = end - 1;
  }
  return result.join('\n');
}

/** The lines a fence stands for. */
function snippetOf(where, source) {
  if (source === undefined) {
    problems.push(`${where}: a TypeScript fence names its source: \`source="examples/…"\``);
    return undefined;
  }
  let lines;
  try {
    lines = readFileSync(join(ROOT, source.path), 'utf8').trimEnd().split('\n');
  } catch {
    problems.push(`${where}: there is no file ${source.path}`);
    return undefined;
  }
  const region = source.region === undefined ? lines : regionOf(lines, source.region);
  if (region === undefined) {
    problems.push(`${where}: ${source.path} has no region \`${source.region}\``);
    return undefined;
  }
  return dedent(region.filter((line) => !/^\s*\/\/ #(?:end)?region\b/.test(line)));
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
