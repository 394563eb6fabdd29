import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ContractError } from '@sovereign/capabilities';
import { SqlStoreError } from './sql-error.js';

/** The database, and what SQLite keeps beside it and believes. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'] as const;
/** Everything, for group and others. */
const ALL_OF_OTHERS = 0o077;
/** Read and write. Whether others may step through a folder does no harm. */
const LOOK_AND_CHANGE = 0o066;

/**
 * Makes a database's file where there is none, with its folder, for its owner alone, and returns
 * the path free of symbolic links on the way.
 *
 * @throws ContractError — when it is no path.
 * @throws SqlStoreError — when others may look into the file or its folder, or change them.
 */
export async function privateFile(path: string): Promise<string> {
  if (path === '' || /^(:memory:$|file:)/i.test(path))
    throw new ContractError(
      'openSqlite',
      '`file` is the path of a file; no URI, and not in memory',
    );
  await mkdir(dirname(resolve(path)), { recursive: true, mode: 0o700 });
  const folder = await realpath(dirname(resolve(path)));
  refuseExposed(await stat(folder), LOOK_AND_CHANGE, {
    what: 'the folder',
    remedy: 'chmod it to 700',
  });
  const file = join(folder, basename(path));
  await make(file);
  for (const suffix of SUFFIXES) await refuseForeign(file + suffix);
  return file;
}

async function make(file: string): Promise<void> {
  const { O_CREAT, O_EXCL, O_RDWR } = constants;
  try {
    await (await open(file, O_CREAT | O_EXCL | O_RDWR, 0o600)).close();
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown;
  }
}

async function refuseForeign(file: string): Promise<void> {
  let found: Stats;
  try {
    found = await lstat(file);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return;
    throw thrown;
  }
  if (!found.isFile()) throw new SqlStoreError('not_private', 'it is a link, or no file');
  refuseExposed(found, ALL_OF_OTHERS, { what: 'the file', remedy: 'chmod it to 600' });
}

function refuseExposed(
  { mode, uid }: Stats,
  forbidden: number,
  { what, remedy }: { readonly what: string; readonly remedy: string },
): void {
  if (process.geteuid === undefined) return;
  if ((mode & forbidden) !== 0)
    throw new SqlStoreError('not_private', `others may read or write ${what}: ${remedy}`);
  if (uid !== process.geteuid() && uid !== 0)
    throw new SqlStoreError('not_private', `${what} belongs to another account`);
}

const codeOf = (thrown: unknown): unknown => (thrown as NodeJS.ErrnoException | null)?.code;
