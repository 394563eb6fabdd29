import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, MODULES, ROOT } from './bootstrap/places.mjs';

// Runs after every install. pnpm makes `node_modules/.bin/node` a shell script that starts the
// pinned Node and waits for it: a signal then reaches the shell and not Node, and every start costs
// four more processes. A link has neither fault. (Windows has no such links, and no signals.)

const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const installed = Object.keys(optionalDependencies).find((name) =>
  existsSync(join(MODULES, name, 'bin', 'node')),
);
if (installed !== undefined && process.platform !== 'win32') {
  rmSync(join(BIN, 'node'), { force: true });
  symlinkSync(join('..', installed, 'bin', 'node'), join(BIN, 'node'));
}
