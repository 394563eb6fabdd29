import { open } from 'node:fs/promises';
import { constants } from 'node:fs';
import { join } from 'node:path';
import { ContractError } from '../../../contract/contract-error.js';
import { PowerError } from '../../../powers/power-error.js';
import type { SecretPower } from '../../../powers/powers.js';

/** Where secrets are kept on this machine. */
export interface SecretPlaces {
  /** A folder with one file for each secret, under its name; only its owner may read them. */
  readonly folder?: string;
  /** Environment variables: `SOVEREIGN_SECRET_` and the name in capitals. Asked where the folder has none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Finds secrets, for the powers that need them. */
export interface Secrets {
  /** @throws PowerError — `not_found`, or `unavailable` where it is not kept safely. */
  read(name: string): Promise<string>;
}

const NAME = /^[a-z][a-z0-9_]{0,63}$/;
const MOST_BYTES = 8_192;
const ENVIRONMENT = 'SOVEREIGN_SECRET_';

/**
 * Reads secrets where an operator keeps them.
 *
 * A file serves only if nobody but its owner may read or change it, its owner is this process's user or
 * the superuser, and it is a file: a secret that others can read is none, and it is not passed on.
 */
export function nodeSecrets({ folder, environment = {} }: SecretPlaces): Secrets {
  return Object.freeze<Secrets>({
    async read(name) {
      if (!NAME.test(name)) throw refused('not_declared');
      const kept = folder === undefined ? undefined : await fromFile(join(folder, name));
      const secret = kept ?? environment[`${ENVIRONMENT}${name.toUpperCase()}`];
      if (secret === undefined || secret === '') throw refused('not_found');
      return secret;
    },
  });
}

/** Lends the secrets that a contract names, by exact name. @throws ContractError — for a name that is none. */
export function nodeSecretPower(names: readonly string[], secrets: Secrets): SecretPower {
  for (const name of names)
    if (!NAME.test(name))
      throw new ContractError('secret', 'a secret is not named by a lower-case word');
  const lent = new Set(names);
  return Object.freeze<SecretPower>({
    async read(name) {
      if (!lent.has(name)) throw refused('not_declared');
      return secrets.read(name);
    },
  });
}

async function fromFile(path: string): Promise<string | undefined> {
  const file = await open(
    path,
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  ).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw refused('unavailable');
  });
  if (file === undefined) return undefined;
  try {
    const { mode, uid, size } = await file.stat();
    const me = process.getuid?.();
    const isMine = me === undefined || uid === me || uid === 0;
    const isPrivate = me === undefined || (mode & 0o077) === 0;
    const isFile = (mode & constants.S_IFMT) === constants.S_IFREG;
    if (!isFile || !isMine || !isPrivate || size > MOST_BYTES) throw refused('unavailable');
    // One line feed at the end is an editor's.
    return (await file.readFile('utf8')).replace(/\r?\n$/, '');
  } finally {
    await file.close();
  }
}

const refused = (code: 'not_declared' | 'not_found' | 'unavailable'): PowerError =>
  new PowerError('secret', code);
