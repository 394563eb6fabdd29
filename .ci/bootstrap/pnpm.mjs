import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './places.mjs';

/** The pnpm that package.json pins, as a command line. Nothing is installed globally. */
export function pnpm(args) {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [command, ...first] = npx();
  return [command, ...first, '--yes', '--prefer-offline', packageManager, ...args];
}

/** Run by npm, npx is the file beside npm's own: that holds without a shell, on Windows too. */
function npx() {
  const npmCli = process.env.npm_execpath;
  const npxCli = npmCli?.endsWith('npm-cli.js') ? join(dirname(npmCli), 'npx-cli.js') : undefined;
  return npxCli && existsSync(npxCli) ? [process.execPath, npxCli] : ['npx'];
}
