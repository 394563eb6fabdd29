import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AuditFileError } from './audit-file-error.js';
import { errorCode } from './error-code.js';

/** Read and write for group and others. Whether they may step through a folder does no harm. */
const OTHERS = 0o066;
const HAS_MODES = process.platform !== 'win32';

/** A log that is open, and which file on the disk it is. */
export interface OpenedLog {
  readonly file: FileHandle;
  readonly inode: number;
}

/** A log that has been rotated out: its file, and which places it holds. */
export interface RotatedFile {
  readonly path: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/**
 * Makes the folder of a log where there is none, with access for its owner alone, and returns the
 * log's path free of symbolic links on the way.
 *
 * @throws AuditFileError — when others may read or write there.
 */
export async function preparePath(path: string): Promise<string> {
  await mkdir(dirname(resolve(path)), { recursive: true, mode: 0o700 });
  const folder = await realpath(dirname(resolve(path)));
  refuseExposed(folder, await stat(folder), 'chmod 700');
  return join(folder, basename(path));
}

/**
 * Opens a log for appending and reading, and makes it where there is none.
 *
 * @throws AuditFileError — when it is no regular file, or others may read or write it.
 */
export async function openLog(path: string): Promise<OpenedLog> {
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Without O_NONBLOCK, opening a pipe that stands at the path would wait for its other end.
  const flags = O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK;
  const file = await open(path, flags, 0o600).catch((error: unknown) => {
    const code = errorCode(error);
    throw code === 'ELOOP' || code === 'EISDIR' || code === 'ENXIO' ? notAFile(path) : error;
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw notAFile(path);
    refuseExposed(path, stats, 'chmod 600');
    return { file, inode: stats.ino };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function notAFile(path: string): AuditFileError {
  return new AuditFileError(
    'audit_not_a_file',
    path,
    'not a regular file; name the log itself, not a link to it',
  );
}

function refuseExposed(path: string, stats: Stats, remedy: string): void {
  if (!HAS_MODES) return;
  if ((stats.mode & OTHERS) !== 0)
    throw new AuditFileError(
      'audit_exposed',
      path,
      `others may read or write it; run \`${remedy}\` on it`,
    );
  const user = process.geteuid?.();
  if (user !== undefined && stats.uid !== user && stats.uid !== 0)
    throw new AuditFileError(
      'audit_exposed',
      path,
      'it belongs to another user; give it to the one this process runs as',
    );
}

/** The name that a log gets when it is rotated out. */
export function rotatedPath(path: string, firstSeq: number, lastSeq: number): string {
  return join(dirname(path), `${stem(path)}.${firstSeq}-${lastSeq}.jsonl`);
}

/** Lists what was rotated out of a log, in the order of the chain. */
export async function listRotated(path: string): Promise<readonly RotatedFile[]> {
  const prefix = `${stem(path)}.`;
  const files: RotatedFile[] = [];
  for (const name of await readdir(dirname(path))) {
    const range = name.startsWith(prefix)
      ? /^([1-9]\d{0,15})-([1-9]\d{0,15})\.jsonl$/.exec(name.slice(prefix.length))
      : null;
    if (range === null) continue;
    files.push({
      path: join(dirname(path), name),
      firstSeq: Number(range[1]),
      lastSeq: Number(range[2]),
    });
  }
  return files.sort((a, b) => a.firstSeq - b.firstSeq || a.lastSeq - b.lastSeq);
}

function stem(path: string): string {
  return basename(path).replace(/\.jsonl$/, '');
}

/** Makes what was created or renamed in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and needs no such flush.
  if (!HAS_MODES) return;
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Tells whether there is anything, be it a dangling link, at a path. */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
