import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'tsup';
import { afterAll, beforeAll } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../../src/node/runners');

/** Builds the programs of workers from the sources, once for a test file; gives their folder. */
export function builtPrograms(): () => URL {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sovereign-programs-'));
    // Whoever a worker runs as may read them.
    chmodSync(folder, 0o755);
    await build({
      config: false,
      entry: Object.fromEntries(
        ['process.child', 'thread.child', 'sandbox-probe.child'].map((name) => [
          name,
          join(SOURCES, `${name}.ts`),
        ]),
      ),
      outDir: folder,
      tsconfig: join(import.meta.dirname, '../../../tsconfig.json'),
      target: 'node22.16',
      platform: 'node',
      format: ['esm'],
      noExternal: [/.*/],
      removeNodeProtocol: false,
      splitting: false,
      dts: false,
      silent: true,
      outExtension: () => ({ js: '.js' }),
    });
    // A `.js` file is a module where its folder says so.
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => pathToFileURL(`${folder}/`);
}
