import { delimiter, join } from 'node:path';
import { BIN } from './places.mjs';

/**
 * An environment in which the installed commands come first, the pinned Node among them, and before
 * those the commands of a package, if one is named.
 */
export function withInstalledCommands(env, packageFolder) {
  // Windows calls it `Path`; two spellings in one environment would be two variables.
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const wanted = [BIN];
  if (packageFolder !== undefined) wanted.unshift(join(packageFolder, 'node_modules', '.bin'));
  const others = (env[key] ?? '').split(delimiter).filter((folder) => !wanted.includes(folder));
  return { ...env, [key]: [...wanted, ...others].join(delimiter) };
}
