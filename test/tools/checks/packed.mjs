import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knowsRegistry, networkSettings } from '../../../.ci/bootstrap/network.mjs';
import { ROOT } from '../../../.ci/bootstrap/places.mjs';
import { otherNodes } from '../engines.mjs';
import { exec } from '../exec.mjs';
import { all, check, findings, skipped } from '../outcome.mjs';
import { pack } from '../pack.mjs';

/**
 * Installs the packed packages with plain npm into a folder outside the workspace, and uses them
 * there: what works only inside the workspace fails here.
 */
export async function packed() {
  const { tarballs, problem } = await pack();
  if (problem !== undefined) return findings([problem]);

  const folder = mkdtempSync(join(tmpdir(), 'sovereign-packed-'));
  try {
    const installed = await install(folder, tarballs);
    if (installed.code !== 0) {
      return (await knowsRegistry())
        ? check(installed)
        : skipped('packed', 'no network, and npm has not all of it in its cache');
    }
    const entries = tarballs.flatMap(({ manifest }) => entriesOf(manifest));
    const program = write(folder, 'load.mjs', loading(entries));
    return all([
      check(await exec('node', [program], { cwd: folder })),
      ...(await onOtherNodes(folder, program)),
      ...(await commands(folder, tarballs)),
      check(await typeCheck(folder, entries)),
      findings(tarballs.flatMap(({ manifest }) => entangled(folder, manifest))),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function install(folder, tarballs) {
  const dependencies = Object.fromEntries(
    tarballs.map(({ manifest, file }) => [manifest.name, `file:${file}`]),
  );
  // The peers of an entry point are its user's to install.
  for (const { manifest } of tarballs) Object.assign(dependencies, manifest.peerDependencies);
  const manifest = { name: 'packed', private: true, type: 'module', dependencies };
  write(folder, 'package.json', JSON.stringify(manifest, null, 2));
  return exec(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'],
    { cwd: folder, env: await networkSettings() },
  );
}

/** Entry points that are code, with whether `require` has a file of its own for them. */
const entriesOf = ({ name, exports }) =>
  Object.entries(exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([entry, target]) => ({
      specifier: name + entry.slice(1),
      isDual: target.require !== undefined,
    }));

/** A program that loads every entry point, both ways where there are two, and compares their names. */
const loading = (entries) => `
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
for (const { specifier, isDual } of ${JSON.stringify(entries)}) {
  const esm = await import(specifier);
  assert.notEqual(Object.keys(esm).length, 0, specifier + ' exports nothing');
  if (!isDual) continue;
  const cjs = require(specifier);
  assert.deepEqual(Object.keys(cjs).sort(), Object.keys(esm).sort(), specifier);
}
`;

/** The packages promise more than the version of Node they are developed on. */
async function onOtherNodes(folder, program) {
  const outcomes = [];
  for (const { major, file, reason } of await otherNodes()) {
    outcomes.push(
      file === undefined
        ? skipped(`packed › on Node ${major}`, reason)
        : check(await exec(file, [program], { cwd: folder })),
    );
  }
  return outcomes;
}

const commands = (folder, tarballs) =>
  Promise.all(
    tarballs
      .flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}))
      .map(async (command) =>
        check(
          await exec(join(folder, 'node_modules', '.bin', command), ['--version'], { cwd: folder }),
        ),
      ),
  );

/** A consumer in ESM and one in CJS, under the module setting the documentation asks for. */
function typeCheck(folder, entries) {
  const imports = (which) =>
    which.map(({ specifier }, at) => `export * as entry${at} from '${specifier}';`).join('\n');
  write(folder, 'consumer.ts', imports(entries));
  write(folder, 'consumer.cts', imports(entries.filter(({ isDual }) => isDual)));
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const files = ['consumer.ts', 'consumer.cts'];
  write(folder, 'tsconfig.json', JSON.stringify({ compilerOptions, files }));
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  return exec('node', [tsc, '--project', 'tsconfig.json'], { cwd: folder });
}

/** A handler is the one file a sandbox may read, so it imports nothing but Node's own modules. */
function entangled(folder, { name }) {
  const dist = join(folder, 'node_modules', name, 'dist');
  return readdirSync(dist)
    .filter((file) => /[.](?:handler|child)[.]js$/.test(file))
    .flatMap((file) =>
      importsOf(readFileSync(join(dist, file), 'utf8'))
        .filter((specifier) => !specifier.startsWith('node:'))
        .map((specifier) => `${name}/dist/${file} imports ${specifier}`),
    );
}

/** The bundler writes each import on a line of its own. */
const importsOf = (code) =>
  [
    ...code.matchAll(
      /^(?:import|export)\b[^;]*?\bfrom\s*"([^"]+)"|\bimport\(\s*"([^"]+)"|^import\s*"([^"]+)"/gm,
    ),
  ].map(([, from, dynamic, bare]) => from ?? dynamic ?? bare);

function write(folder, name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
