import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as capabilitiesPackage from '@sovereign/capabilities';
import { buildProgram, PACKAGES } from '../../../../test/support/build-program.js';
import type * as hostPackage from '../../src/index.js';

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
  const folder = await buildProgram({
    package: 'host',
    shared: {
      host: join(PACKAGES, 'host/src/index.ts'),
      sdk: join(PACKAGES, 'capabilities/src/index.ts'),
    },
    alone: [
      ...globSync(join(import.meta.dirname, '*.handler.ts')),
      ...globSync(join(PACKAGES, 'capabilities/src/**/*.child.ts')),
    ],
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
