import { constants, type BigIntStats, type BigIntStatsFs } from 'node:fs';
import { lstat, open, opendir, readlink, statfs, type FileHandle } from 'node:fs/promises';
import type { Volume } from '../../powers/powers.js';
import type { FileSystem, Found, Opened } from './file-system.js';

/** The file system of this machine. On Windows nothing is found: roots are POSIX paths. */
export const nodeFileSystem: FileSystem = Object.freeze<FileSystem>({
  async look(path) {
    return foundOf(await lstat(here(path), { bigint: true }));
  },
  async readLink(path) {
    return readlink(here(path));
  },
  async open(path, kind) {
    const handle = await open(
      here(path),
      kind === 'folder' ? FLAGS | constants.O_DIRECTORY : FLAGS,
    );
    try {
      return openedOf(handle, path, foundOf(await handle.stat({ bigint: true })));
    } catch (error) {
      await handle.close();
      throw error;
    }
  },
  async volume(mountPoint) {
    return volumeOf(await statfs(here(mountPoint), { bigint: true }));
  },
});

// O_NONBLOCK: opening a pipe must not wait for its writer. O_NOCTTY: a terminal must not become ours.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW | constants.O_NOCTTY;

function here(path: string): string {
  if (process.platform !== 'win32') return path;
  throw Object.assign(new Error('no POSIX paths on this system'), { code: 'ENOENT' });
}

function foundOf(stats: BigIntStats): Found {
  return {
    kind: stats.isFile()
      ? 'file'
      : stats.isDirectory()
        ? 'folder'
        : stats.isSymbolicLink()
          ? 'link'
          : 'other',
    identity: `${stats.dev}:${stats.ino}`,
    size: Number(stats.size),
  };
}

function openedOf(handle: FileHandle, path: string, found: Found): Opened {
  // Names the open file itself, whatever its path has come to mean since. Linux only.
  const descriptor = `/proc/self/fd/${handle.fd}`;
  const location = () => readlink(descriptor).catch(() => undefined);
  return {
    found,
    location,
    read: async (into) => (await handle.read(into, 0, into.length, null)).bytesRead,
    async *entries() {
      const folder = await opendir((await location()) === undefined ? path : descriptor);
      for await (const entry of folder) yield entry.name;
    },
    close: () => handle.close(),
  };
}

function volumeOf(stats: BigIntStatsFs & { readonly frsize?: bigint }): Volume {
  // Blocks are counted in fragments where a file system has them; older Node does not tell their size.
  const unit = stats.frsize !== undefined && stats.frsize > 0n ? stats.frsize : stats.bsize;
  return {
    totalBytes: Number(stats.blocks * unit),
    freeBytes: Number(stats.bfree * unit),
    availableBytes: Number(stats.bavail * unit),
  };
}
