import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const MODULES = join(ROOT, 'node_modules');

/** Where the installed commands are, the pinned Node among them. */
export const BIN = join(MODULES, '.bin');
