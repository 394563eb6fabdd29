import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { withInstalledCommands } from './path.mjs';
import { ROOT } from './places.mjs';
import { runThrough } from './run-through.mjs';
import { say } from './say.mjs';

const USAGE = 64;

/**
 * Brings the packages up to date, then runs the script `dev:<task>` of package.json in this
 * process's place: its arguments, its exit code and the signals it gets are the script's.
 */
export async function main([task, ...args]) {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const script = scripts[`dev:${task}`];
  if (script === undefined) {
    say(`there is no script \`dev:${task}\` in package.json`);
    return USAGE;
  }

  const failed = await install();
  if (failed !== undefined) return failed;

  // Without npx and pnpm in between: a second faster, and no process that swallows a signal.
  // The pinned Node comes first on the path, exactly as pnpm would have it.
  const [command, ...fixed] = script.split(' ');
  return runThrough(command, [...fixed, ...args.filter((arg, at) => at > 0 || arg !== '--')], {
    cwd: ROOT,
    env: withInstalledCommands(process.env),
  });
}
