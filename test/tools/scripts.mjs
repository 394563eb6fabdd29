import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../.ci/bootstrap/places.mjs';
import { exec } from './exec.mjs';

/**
 * Runs a script of a package.json as pnpm does, without starting pnpm for it: there is one place
 * that says how a tool is called.
 */
export function runScript(name, { folder = '.', args = [], env } = {}) {
  const cwd = join(ROOT, folder);
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  const line = [scripts[name], ...args].join(' ');
  return exec(isOneCommand(scripts[name]) ? `exec ${line}` : line, [], { cwd, env, shell: true });
}

/** One command takes its shell's place, so that a signal ends it and not just the shell. */
const isOneCommand = (script) => process.platform !== 'win32' && !/[&|;]/.test(script);
