import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../.ci/bootstrap/places.mjs';

/** Packages of the workspace, lowest first: each comes after those it depends on. */
export function packages() {
  const found = ['packages', 'examples'].flatMap((parent) =>
    readdirSync(join(ROOT, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${parent}/${entry.name}`)
      .filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
      .map((folder) => ({
        folder,
        manifest: JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')),
      })),
  );
  const byName = new Map(found.map((each) => [each.manifest.name, each]));
  const ordered = new Set();
  const visit = (each) => {
    for (const name of Object.keys(each.manifest.dependencies ?? {})) {
      const below = byName.get(name);
      if (below && !ordered.has(below)) visit(below);
    }
    ordered.add(each);
  };
  found.forEach(visit);
  return [...ordered];
}

/** Those that are published. */
export const published = () => packages().filter(({ manifest }) => manifest.private !== true);

/** A package and all it depends on within the workspace, lowest first. */
export function withDependencies(folder) {
  const every = packages();
  const wanted = new Set();
  for (const each of every.toReversed()) {
    if (each.folder !== folder && !wanted.has(each.manifest.name)) continue;
    for (const name of Object.keys(each.manifest.dependencies ?? {})) wanted.add(name);
    wanted.add(each.manifest.name);
  }
  return every.filter(({ manifest }) => wanted.has(manifest.name));
}
