import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODULES, ROOT } from '../../.ci/bootstrap/places.mjs';
import { exec } from './exec.mjs';
import { filesBelow } from './files.mjs';
import { packages } from './workspace.mjs';

const STAMP = join(MODULES, '.built.json');

/** Settings that every package's build depends on. */
const SHARED = ['tsup.shared.ts', 'tsconfig.base.json', 'pnpm-lock.yaml'];

/**
 * Builds packages in their order, those whose sources changed since they were last built. Without
 * types it takes a third of the time, and is enough to run them.
 *
 * @returns the first failure, or what was built
 */
export async function build({ which = packages(), types = true, onStart = () => {} } = {}) {
  const stamp = readStamp();
  const fingerprints = fingerprintAll();
  const built = [];
  for (const { folder, manifest } of which) {
    const fingerprint = fingerprints.get(manifest.name);
    const last = stamp[folder];
    const isFresh = last?.fingerprint === fingerprint && (last.types || !types);
    if (isFresh && existsSync(join(ROOT, folder, 'dist'))) continue;

    onStart(folder);
    rmSync(join(ROOT, folder, 'dist'), { recursive: true, force: true });
    const result = await exec('tsup', [], {
      cwd: join(ROOT, folder),
      env: types ? {} : { SOVEREIGN_BUILD: 'js' },
    });
    if (result.code !== 0) return { ...result, output: `${folder}\n${result.output}` };
    stamp[folder] = { fingerprint, types };
    writeFileSync(STAMP, JSON.stringify(stamp, null, 2));
    built.push(folder);
  }
  return { code: 0, output: built.join('\n') };
}

/**
 * Names what each package is built from: its own sources, and those of the packages below it, since
 * handlers are bundled from sources.
 */
function fingerprintAll() {
  const shared = hashOf(SHARED.map((file) => join(ROOT, file)));
  const fingerprints = new Map();
  for (const { folder, manifest } of packages()) {
    const below = Object.keys(manifest.dependencies ?? {}).map((name) => fingerprints.get(name));
    const files = [
      ...filesBelow(join(ROOT, folder, 'src')).map((file) => `src/${file}`),
      'package.json',
      'tsup.config.ts',
      'tsconfig.json',
      'tsconfig.build.json',
    ];
    const own = hashOf(
      files.map((file) => join(ROOT, folder, file)),
      [shared, ...below].join(' '),
    );
    fingerprints.set(manifest.name, own);
  }
  return fingerprints;
}

function hashOf(files, before = '') {
  const hash = createHash('sha256').update(before);
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return {};
  }
}
