import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Options } from 'tsup';

// How every package is built. A package's own tsup.config.ts only says which kind it is, so that a
// move to another bundler is one change, here.

/** With `SOVEREIGN_BUILD=js` no type declarations are written: enough to run, and much faster. */
const withTypes = process.env['SOVEREIGN_BUILD'] !== 'js';

const COMMON = {
  outDir: 'dist',
  target: 'node22.16',
  platform: 'node',
  sourcemap: false,
  // `node:sqlite` has no name without its prefix.
  removeNodeProtocol: false,
  // Loading typebox unbundled costs ten times as much. Its types are not bundled, so it stays a
  // dependency, and it stands in the package's notices.
  noExternal: [/^typebox/],
  // Two configurations write into one folder: test/tools/build.mjs empties it before.
  clean: false,
  // Without `paths`: other packages are seen as their users see them, through their dist.
  tsconfig: 'tsconfig.build.json',
  silent: true,
} satisfies Options;

type Entries = Record<string, string>;

/** The entry points of a package: ESM, and CJS where asked for, with their types. */
export const entries = (entry: Entries, options: Options = {}): Options => ({
  ...COMMON,
  entry,
  format: ['esm'],
  dts: withTypes,
  splitting: true,
  ...options,
});

/** A program: ESM, without types. A `#!` line of the source is kept. */
export const program = (entry: Entries): Options => ({
  ...COMMON,
  entry,
  format: ['esm'],
  dts: false,
  splitting: false,
});

/**
 * Every module of `src` that is started on its own: `*.handler.ts` by a runner, and `*.child.ts` by
 * whoever spawns it. Each becomes one file beside index.js that imports nothing but Node's modules,
 * since a sandbox may read that one file and no other. A contract names its handler as
 * `new URL('./<name>.handler.js', import.meta.url)`, which holds in `src` and in `dist`.
 */
export const standalone = (src = 'src'): Options[] => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /[.](?:handler|child)[.]ts$/.test(file))
    .sort();
  const entry: Entries = {};
  for (const file of files) {
    const name = basename(file, '.ts');
    if (Object.hasOwn(entry, name)) {
      throw new Error(`two files of \`${src}\` are named \`${name}\`: in dist they would be one`);
    }
    entry[name] = join(src, file);
  }
  if (files.length === 0) return [];
  return [
    {
      ...COMMON,
      entry,
      format: ['esm'],
      dts: false,
      splitting: false,
      noExternal: [/.*/],
      // With `paths`: of other packages only what is used is taken, from their sources.
      tsconfig: 'tsconfig.json',
    },
  ];
};
