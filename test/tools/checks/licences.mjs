import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../../.ci/bootstrap/places.mjs';
import { findings } from '../outcome.mjs';
import { published } from '../workspace.mjs';

const NOTICES = 'THIRD-PARTY-NOTICES.md';

/** Licences whose code may be part of a work under AGPL-3.0-or-later. */
const COMPATIBLE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Everything a user of the published packages installs with them carries a compatible licence, and
 * what is bundled into a package is named, with its licence, in that package's notices.
 */
export function licences() {
  const found = [];
  const seen = new Set();
  for (const { folder, manifest } of published()) {
    if (manifest.license !== 'AGPL-3.0-or-later')
      found.push(`${manifest.name}: license is not set`);
    visit(join(ROOT, folder), manifest, seen, found);
    found.push(...unnoticed(join(ROOT, folder), manifest));
  }
  return findings(found);
}

function visit(folder, { dependencies = {} }, seen, found) {
  for (const name of Object.keys(dependencies)) {
    if (name.startsWith('@sovereign/')) continue;
    const at = locate(folder, name);
    if (at === undefined) {
      found.push(`${name}: not installed, so its licence is not known`);
      continue;
    }
    if (seen.has(at)) continue;
    seen.add(at);
    const manifest = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    if (!isCompatible(manifest.license)) {
      found.push(`${name} ${manifest.version}: licence ${JSON.stringify(manifest.license)}`);
    }
    visit(at, manifest, seen, found);
  }
}

/** Reads `(MIT OR GPL-2.0)`: one of the alternatives is enough; of `A AND B` both must be. */
function isCompatible(expression) {
  if (typeof expression !== 'string') return false;
  return expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((id) => COMPATIBLE.has(id.trim())));
}

/** Finds an installed package as Node does, going up from the package that needs it. */
function locate(folder, name) {
  const at = join(folder, 'node_modules', name);
  if (existsSync(join(at, 'package.json'))) return realpathSync(at);
  return dirname(folder) === folder ? undefined : locate(dirname(folder), name);
}

/**
 * What a package bundles, as the bundler's own comments tell, is under a compatible licence too, and
 * that licence is printed in the package's notices.
 */
function unnoticed(folder, { name, files }) {
  const bundled = bundledInto(join(folder, 'dist'));
  if (bundled.size === 0) return [];
  const notices = join(folder, NOTICES);
  const text = existsSync(notices) ? readFileSync(notices, 'utf8') : '';
  const found = files.includes(NOTICES) ? [] : [`${name} does not publish its ${NOTICES}`];
  for (const part of bundled) {
    if (!text.includes(`## ${part}\n`))
      found.push(`${name} bundles ${part}, which its ${NOTICES} does not name`);
    const at = locate(folder, part);
    if (at === undefined) continue;
    const { license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    if (!isCompatible(license))
      found.push(`${name} bundles ${part}: licence ${JSON.stringify(license)}`);
  }
  return found;
}

function bundledInto(dist) {
  const bundled = new Set();
  const files = existsSync(dist) ? readdirSync(dist).filter((file) => file.endsWith('.js')) : [];
  for (const file of files) {
    const code = readFileSync(join(dist, file), 'utf8');
    for (const [, part] of code.matchAll(
      /^\/\/ .*\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm,
    )) {
      bundled.add(part);
    }
  }
  return bundled;
}
