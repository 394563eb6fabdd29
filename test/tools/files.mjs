import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const NEVER = new Set(['node_modules', 'dist', 'cache', '.git']);

/** Every file below a folder, as paths relative to it with `/`, sorted. None if there is no such folder. */
export function filesBelow(folder, below = '') {
  let entries;
  try {
    entries = readdirSync(join(folder, below), { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter(({ name }) => !NEVER.has(name))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(folder, path) : [path];
    })
    .sort();
}
