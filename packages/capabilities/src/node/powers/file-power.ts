import { createTurnstile } from '../../internal/turnstile.js';
import { PowerError } from '../../powers/power-error.js';
import type { FilePower, Volume } from '../../powers/powers.js';
import { errorCode } from '../error-code.js';
import { byteLimit } from './byte-limit.js';
import type { FileSystem, Opened } from './file-system.js';
import { isServedElsewhere, readMounts } from './mount-table.js';
import { nodeFileSystem } from './node-file-system.js';
import { isUnder, mayList, readRoots, segmentsOf, type Root } from './roots.js';
import { walk } from './walk.js';

/** What the file power of one contract is made from. */
export interface NodeFilePowerOptions {
  /** The roots of the contract: absolute paths; a segment `*` stands for exactly one segment. */
  readonly roots: readonly string[];
  /** The file system of this machine, unless stated. */
  readonly fileSystem?: FileSystem;
}

const MAX_ENTRIES = 100_000;
const MAX_MOUNT_TABLE_BYTES = 4_194_304;
const MAX_AT_ONCE = 32;
const CHUNK_BYTES = 65_536;

/**
 * Lends what lies under the roots of a contract, to read.
 *
 * Nothing outside the roots is touched, not even to find out whether it is there:
 * links are followed one by one, and only while each step leads to a root.
 * What was opened is then asked where it lies, so a link swapped meanwhile gains nothing.
 * Only regular files are read, never a device, pipe or socket.
 *
 * `volume` is the one call whose path need not be under a root, since it reveals three numbers and
 * no content. It takes exactly the places the kernel lists as mounted, so it cannot probe for
 * files, and refuses volumes that another machine or program serves, so it cannot leave the device.
 *
 * @throws ContractError — when a root is not one.
 */
export function nodeFilePower({
  roots,
  fileSystem = nodeFileSystem,
}: NodeFilePowerOptions): FilePower {
  const declared = readRoots(roots);
  const inTurn = createTurnstile(MAX_AT_ONCE);
  const asked = <T>(work: () => Promise<T>): Promise<T> => inTurn(() => refused(work));

  return Object.freeze<FilePower>({
    readText: (path, options) =>
      asked(() => {
        const most = byteLimit('file', options?.maxBytes);
        return within(path, 'file', declared, fileSystem, (file) => readText(file, most));
      }),
    list: (path) => asked(() => within(path, 'folder', declared, fileSystem, namesIn)),
    volume: (mountPoint) => asked(() => volumeAt(mountPoint, declared, fileSystem)),
  });
}

/** Opens what lies at a path, if that is under the roots before and after, and closes it again. */
async function within<T>(
  path: unknown,
  kind: 'file' | 'folder',
  declared: readonly Root[],
  fileSystem: FileSystem,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  const allowed = kind === 'file' ? isUnder : mayList;
  const segments = segmentsOf(path);
  if (segments === undefined || !allowed(segments, declared)) throw notDeclared();

  const { path: real, segments: walked, roots } = await walk(segments, declared, fileSystem);
  if (!allowed(walked, roots)) throw notDeclared();
  // Looked at before it is opened: opening alone can start a device.
  if ((await fileSystem.look(real)).kind !== kind) throw unavailable();

  const opened = await fileSystem.open(real, kind);
  try {
    if (opened.found.kind !== kind) throw unavailable();
    const location = await opened.location();
    if (location !== undefined) {
      const actual = segmentsOf(location);
      if (actual === undefined || !allowed(actual, roots)) throw notDeclared();
    } else {
      // No such answer outside Linux: walk again, and be sure it is the same thing.
      const again = await walk(segments, declared, fileSystem);
      const same =
        again.path === real && (await fileSystem.look(real)).identity === opened.found.identity;
      if (!same) throw notDeclared();
    }
    return await use(opened);
  } finally {
    await opened.close();
  }
}

/** Reads until the end or the limit: files of the kernel's making do not tell their size. */
async function readText(file: Opened, mostBytesRead: number): Promise<string> {
  if (file.found.size > mostBytesRead) throw tooLarge();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const chunk = new Uint8Array(Math.min(CHUNK_BYTES, mostBytesRead + 1));
  let text = '';
  let bytes = 0;
  for (let count = await file.read(chunk); count > 0; count = await file.read(chunk)) {
    bytes += count;
    if (bytes > mostBytesRead) throw tooLarge();
    text += decoder.decode(chunk.subarray(0, count), { stream: true });
  }
  return text + decoder.decode();
}

async function namesIn(folder: Opened): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const name of folder.entries()) {
    if (names.length === MAX_ENTRIES) throw tooLarge();
    names.push(name);
  }
  return names.sort();
}

async function volumeAt(
  mountPoint: unknown,
  declared: readonly Root[],
  fileSystem: FileSystem,
): Promise<Volume> {
  if (declared.length === 0 || typeof mountPoint !== 'string') throw notDeclared();
  const table = await fileSystem.open('/proc/self/mountinfo', 'file').catch(() => {
    throw unavailable();
  });
  try {
    const mounts = readMounts(await readText(table, MAX_MOUNT_TABLE_BYTES));
    // A later mount hides an earlier one at the same place.
    const mounted = mounts.findLast((mount) => mount.mountPoint === mountPoint);
    if (mounted === undefined) throw new PowerError('file', 'not_found');
    if (isServedElsewhere(mounted.kind)) throw unavailable();
  } finally {
    await table.close();
  }
  return fileSystem.volume(mountPoint);
}

/** Turns whatever went wrong into one of the closed codes, and drops what the error said: it names a path. */
async function refused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (PowerError.is(error)) throw error;
    throw ABSENT.has(errorCode(error)) ? new PowerError('file', 'not_found') : unavailable();
  }
}

/** Nothing there; a segment that is no folder; a process that has ended meanwhile. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ESRCH']);

const notDeclared = (): PowerError => new PowerError('file', 'not_declared');
const unavailable = (): PowerError => new PowerError('file', 'unavailable');
const tooLarge = (): PowerError => new PowerError('file', 'too_large');
