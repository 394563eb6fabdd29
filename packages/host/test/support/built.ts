import { chmodSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Options } from 'tsup';
import type * as capabilitiesPackage from '@sovereign/capabilities';
import type * as hostPackage from '../../src/index.js';

const PACKAGES = join(import.meta.dirname, '..', '..', '..');

/** A host as a program has it: built, with the programs of workers and a handler beside it. */
export interface BuiltHost {
  /** Where a built handler of this name lies. */
  handler(name: string): URL;
  /** Imports the built package, whose parts are all of one copy. */
  load(): Promise<typeof hostPackage & typeof capabilitiesPackage>;
  remove(): void;
}

/** Builds the package from the sources. */
export async function buildHost(): Promise<BuiltHost> {
  const folder = mkdtempSync(join(tmpdir(), 'sovereign-host-'));
  // Whoever a worker runs as may read its program.
  chmodSync(folder, 0o755);
  const common = {
    config: false,
    outDir: folder,
    tsconfig: join(PACKAGES, 'host/tsconfig.json'),
    target: 'node22.16',
    platform: 'node',
    format: ['esm'],
    noExternal: [/.*/],
    removeNodeProtocol: false,
    dts: false,
    silent: true,
  } satisfies Options;
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  await build({
    ...common,
    entry: {
      host: join(PACKAGES, 'host/src/index.ts'),
      sdk: join(PACKAGES, 'capabilities/src/index.ts'),
    },
    splitting: true,
  });
  // Handlers, and the programs of workers, are one file each.
  const alone = [
    ...globSync(join(import.meta.dirname, '*.handler.ts')),
    ...globSync(join(PACKAGES, 'capabilities/src/**/*.child.ts')),
  ];
  await build({
    ...common,
    entry: Object.fromEntries(alone.map((file) => [basename(file, '.ts'), file])),
    splitting: false,
  });
  const at = (file: string): URL => pathToFileURL(join(folder, file));
  return {
    handler: (name) => at(`${name}.handler.js`),
    load: async () => ({
      ...((await import(at('sdk.js').href)) as typeof capabilitiesPackage),
      ...((await import(at('host.js').href)) as typeof hostPackage),
    }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
