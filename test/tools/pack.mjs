import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { networkSettings } from '../../.ci/bootstrap/network.mjs';
import { MODULES } from '../../.ci/bootstrap/places.mjs';
import { pnpm } from '../../.ci/bootstrap/pnpm.mjs';
import { exec } from './exec.mjs';
import { published } from './workspace.mjs';

const TARBALLS = join(MODULES, '.tarballs');

/**
 * Packs every published package as a release would: pnpm turns `workspace:` and `catalog:` into
 * versions. Resolves to a file per package, or to what went wrong.
 */
export async function pack() {
  rmSync(TARBALLS, { recursive: true, force: true });
  mkdirSync(TARBALLS, { recursive: true });
  const filters = published().flatMap(({ manifest }) => ['--filter', manifest.name]);
  const [command, ...args] = pnpm([
    ...filters,
    '--recursive',
    'pack',
    '--pack-destination',
    TARBALLS,
  ]);
  const { code, output } = await exec(command, args, { env: await networkSettings() });
  if (code !== 0) return { problem: output };

  const files = readdirSync(TARBALLS);
  const tarballs = published().map(({ folder, manifest }) => {
    const stem = manifest.name.replace('@', '').replace('/', '-');
    return { folder, manifest, file: join(TARBALLS, `${stem}-${manifest.version}.tgz`) };
  });
  const missing = tarballs.filter(({ file }) => !files.some((name) => file.endsWith(name)));
  if (missing.length > 0)
    return { problem: `not packed: ${missing.map(({ file }) => file).join(', ')}` };
  return { tarballs };
}
