import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { buildProgram, PACKAGES } from '../../../../../test/support/build-program.js';

/** Builds the programs of workers from the sources, once for a test file; gives their folder. */
export function builtPrograms(): () => URL {
  let folder = '';
  beforeAll(async () => {
    folder = await buildProgram({
      package: 'capabilities',
      alone: ['process.child', 'thread.child', 'sandbox-probe.child'].map((name) =>
        join(PACKAGES, 'capabilities/src/node/runners', `${name}.ts`),
      ),
    });
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => pathToFileURL(`${folder}/`);
}
