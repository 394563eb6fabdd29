import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { networkSettings } from '../../.ci/bootstrap/network.mjs';
import { ROOT } from '../../.ci/bootstrap/places.mjs';
import { say } from '../../.ci/bootstrap/say.mjs';
import { exec } from './exec.mjs';

const folderOf = (engine) => join(ROOT, 'test', 'engines', engine);

/** The oldest Node that is supported, and the one between it and the pinned one. */
const WANTED = ['22', '24'];

/**
 * Other versions of Node, installed by npm into a folder of their own: only the suite that runs
 * them needs them. Each is a file to start, or the reason why there is none here.
 */
export async function otherNodes() {
  const problem = await installEngine('node', 'Node 22.16.0 and 24.22.3', '360 MB');
  return WANTED.map((major) => {
    const name = `node-${major}-${process.platform}-${process.arch}`;
    const file = join(folderOf('node'), 'node_modules', name, 'bin', 'node');
    if (existsSync(file)) return { major, file };
    return {
      major,
      reason: problem ?? `there is no package of it for ${process.platform}-${process.arch}`,
    };
  });
}

/**
 * Installs what stands in the lock file of an engine's folder, without running anybody's scripts.
 * Resolves to what is in the way, if something is.
 */
export async function installEngine(engine, what, size) {
  const folder = folderOf(engine);
  const stamp = join(folder, 'node_modules', '.installed');
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return undefined;
  process.stderr.write('\n');
  say(`installing ${what} into test/engines/${engine} (about ${size})`);
  const { code, output } = await exec(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'],
    { cwd: folder, env: await networkSettings() },
  );
  if (code !== 0) return `it could not be installed: ${output.trim().split('\n')[0]}`;
  writeFileSync(stamp, wanted);
  return undefined;
}
