import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Io } from './io.js';
import type { Options } from './options.js';

/** Where a host keeps what it keeps: `--data`, `$SOVEREIGN_HOME`, or the user's state folder. */
export function dataFolder({ data }: Pick<Options, 'data'>, { env, cwd }: Io): string {
  const stated = data ?? set(env['SOVEREIGN_HOME']);
  if (stated !== undefined) return resolve(cwd, stated);
  const state = set(env['XDG_STATE_HOME']);
  // The XDG specification has relative paths ignored.
  if (state !== undefined && isAbsolute(state)) return join(state, 'sovereign');
  return join(set(env['HOME']) ?? homedir(), '.local', 'state', 'sovereign');
}

const set = (value: string | undefined): string | undefined => (value === '' ? undefined : value);
