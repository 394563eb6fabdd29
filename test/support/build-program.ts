import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build, type Options } from 'tsup';

/** Where the packages lie. */
export const PACKAGES = join(import.meta.dirname, '../../packages');

/** What a program is built from. */
export interface ProgramSources {
  /** The package whose settings of the compiler count. */
  readonly package: string;
  /** What shares one copy of all that it has in common, each under its name. */
  readonly shared?: Readonly<Record<string, string>>;
  /** What is one file each, such as handlers and the programs of workers. */
  readonly alone: readonly string[];
}

/** Builds a program as a user has it, with everything it needs inside; gives its folder, a new one. */
export async function buildProgram({
  package: name,
  shared,
  alone,
}: ProgramSources): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sovereign-built-'));
  // Whoever a worker runs as may read its program.
  chmodSync(folder, 0o755);
  const common = {
    config: false,
    outDir: folder,
    tsconfig: join(PACKAGES, name, 'tsconfig.json'),
    target: 'node22.16',
    platform: 'node',
    format: ['esm'],
    noExternal: [/.*/],
    removeNodeProtocol: false,
    dts: false,
    silent: true,
    outExtension: () => ({ js: '.js' }),
  } satisfies Options;
  // A `.js` file is a module where its folder says so.
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  if (shared !== undefined) await build({ ...common, entry: { ...shared }, splitting: true });
  await build({
    ...common,
    entry: Object.fromEntries(alone.map((file) => [basename(file, '.ts'), file])),
    splitting: false,
  });
  return folder;
}
