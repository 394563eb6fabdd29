import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { networkSettings } from '../../.ci/bootstrap/network.mjs';
import { ROOT } from '../../.ci/bootstrap/places.mjs';
import { say } from '../../.ci/bootstrap/say.mjs';
import { exec } from './exec.mjs';

const FOLDER = join(ROOT, 'test', 'engines', 'node');

/** The oldest Node that is supported, and the one between it and the pinned one. */
const WANTED = ['22', '24'];

/**
 * Other versions of Node, installed by npm into a folder of their own: only the suite that runs
 * them needs them. Each is a file to start, or the reason why there is none here.
 */
export async function otherNodes() {
  const problem = await install();
  return WANTED.map((major) => {
    const name = `node-${major}-${process.platform}-${process.arch}`;
    const file = join(FOLDER, 'node_modules', name, 'bin', 'node');
    if (existsSync(file)) return { major, file };
    return {
      major,
      reason: problem ?? `there is no package of it for ${process.platform}-${process.arch}`,
    };
  });
}

async function install() {
  const stamp = join(FOLDER, 'node_modules', '.installed');
  const lock = readFileSync(join(FOLDER, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return undefined;
  process.stderr.write('\n');
  say('installing Node 22.16.0 and 24.22.3 into test/engines/node (about 360 MB)');
  const { code, output } = await exec(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'],
    { cwd: FOLDER, env: await networkSettings() },
  );
  if (code !== 0) return `it could not be installed: ${output.trim().split('\n')[0]}`;
  writeFileSync(stamp, wanted);
  return undefined;
}
