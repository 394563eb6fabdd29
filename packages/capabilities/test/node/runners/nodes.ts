import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ENGINES = join(import.meta.dirname, '../../../../../test/engines/node/node_modules');

/** The versions of Node that are there: this program's own, and those of `test/engines/node` once they are installed. */
export const NODES = [
  { title: 'Node of this program', path: process.execPath },
  ...['node-22-linux-x64', 'node-24-linux-x64', 'node-24-linux-arm64'].map((name) => ({
    title: name,
    path: join(ENGINES, name, 'bin/node'),
  })),
].filter(({ path }) => existsSync(path));
