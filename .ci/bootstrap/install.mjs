import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { networkSettings } from './network.mjs';
import { MODULES, ROOT } from './places.mjs';
import { pnpm } from './pnpm.mjs';
import { say } from './say.mjs';
import { whyNotWritable } from './writable.mjs';

const STAMP = join(MODULES, '.installed');

const UNAVAILABLE = 69;
const CANNOT_CREATE = 73;

/** What the output of a failed install says, in words that help. */
const KNOWN_FAILURES = [
  {
    sign: /ERR_PNPM_IGNORED_BUILDS/,
    advice: 'an older install is in the way: remove the folder node_modules and try again',
  },
  {
    sign: /ERR_PNPM_OUTDATED_LOCKFILE/,
    advice:
      'a package.json says more than pnpm-lock.yaml: run `npx pnpm install` and keep the new lock file',
  },
  {
    sign: /ENOSPC/,
    advice:
      'the disk is full: the packages take about 500 MB, and pnpm keeps a second copy in its store',
  },
  {
    sign: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL|ERR_PNPM_NO_OFFLINE/,
    advice:
      'the registry could not be reached: the first run needs the network (or a registry set with `npm config set registry`), later runs need none',
    code: UNAVAILABLE,
  },
];

/**
 * Installs what the lock file says, if that is not what is installed already.
 * Returns an exit code when that failed.
 */
export async function install() {
  const wanted = fingerprint();
  if (installed() === wanted) return undefined;

  const reason = whyNotWritable(MODULES);
  if (reason !== undefined) {
    say(`the packages are not installed, and nothing can be written to this folder: ${reason}`);
    say('copy or clone the repository to a folder that can be written to');
    return CANNOT_CREATE;
  }

  say('installing packages (about 500 MB; the first time takes about a minute)');
  const settings = await networkSettings();
  if (settings.npm_config_fetch_retries)
    say('no network here: trying with what earlier installs left in the caches');
  const started = Date.now();
  const [command, ...args] = pnpm([
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
    '--config.confirmModulesPurge=false',
  ]);
  const result = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: Infinity,
    env: {
      ...process.env,
      // `npm test --silent` would keep the reason of a failure from us.
      npm_config_loglevel: 'error',
      ...settings,
    },
  });
  if (result.status === 0) {
    writeFileSync(STAMP, wanted);
    say(`installed in ${((Date.now() - started) / 1000).toFixed(0)} s`);
    return undefined;
  }

  const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`;
  process.stderr.write(`${output.trimEnd()}\n`);
  const known = KNOWN_FAILURES.find(({ sign }) => sign.test(output));
  say('the packages could not be installed');
  if (known) say(known.advice);
  return known?.code ?? (result.status || 1);
}

/** Names what should be installed. A folder shared between machines holds the packages of one. */
function fingerprint() {
  const lock = readFileSync(join(ROOT, 'pnpm-lock.yaml'));
  const hash = createHash('sha256').update(lock).digest('hex');
  return `${hash} ${process.platform}-${process.arch}\n`;
}

function installed() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}
