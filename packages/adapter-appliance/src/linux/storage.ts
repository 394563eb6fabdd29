import type { Mount } from './mountinfo.js';

/**
 * The kinds of file system that keep files on this device.
 *
 * A list of what counts, and not of what does not: asking a kind we have never heard of how large it is
 * could ask another machine, and a local capability never leaves the device.
 */
export const STORAGE_KINDS: ReadonlySet<string> = new Set([
  'apfs',
  'bcachefs',
  'btrfs',
  'exfat',
  'ext2',
  'ext3',
  'ext4',
  'f2fs',
  'fuseblk',
  'hfs',
  'hfsplus',
  'jffs2',
  'jfs',
  'nilfs2',
  'ntfs',
  'ntfs3',
  'reiserfs',
  'ubifs',
  'vfat',
  'xfs',
  'zfs',
]);

/** What container engines put into a container file by file: mounted, and yet no volume of its own. */
const CONTAINER_FILES: ReadonlySet<string> = new Set([
  '/etc/hostname',
  '/etc/hosts',
  '/etc/resolv.conf',
]);

/** Chooses the mounts that are storage of this device, each device once, by mount point. */
export function storageMounts(mounts: readonly Mount[]): readonly Mount[] {
  const byDevice = new Map<string, Mount>();
  for (const mount of visible(mounts).filter(isStorage)) {
    const known = byDevice.get(mount.device);
    if (known === undefined || isPlainer(mount, known)) byDevice.set(mount.device, mount);
  }
  return [...byDevice.values()].sort((a, b) => (a.mountPoint < b.mountPoint ? -1 : 1));
}

/** Finds the storage mounted at exactly this place, also where its device is mounted elsewhere too. */
export function storageAt(mounts: readonly Mount[], mountPoint: string): Mount | undefined {
  return visible(mounts).find((mount) => mount.mountPoint === mountPoint && isStorage(mount));
}

/** A later mount hides an earlier one at the same place. */
const visible = (mounts: readonly Mount[]): readonly Mount[] => [
  ...new Map(mounts.map((mount) => [mount.mountPoint, mount])).values(),
];

function isStorage({ filesystem, mountPoint }: Mount): boolean {
  // The layers of a container are storage to whoever lives inside, and noise to the machine around it.
  if (filesystem === 'overlay') return mountPoint === '/';
  return STORAGE_KINDS.has(filesystem) && !CONTAINER_FILES.has(mountPoint);
}

/** The whole of a volume before a part of it, then the shorter place. */
function isPlainer(mount: Mount, known: Mount): boolean {
  if ((mount.root === '/') !== (known.root === '/')) return mount.root === '/';
  return mount.mountPoint.length < known.mountPoint.length;
}
