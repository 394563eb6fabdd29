import { fail, type FilePower } from '@sovereign/capabilities';
import { readNeeded } from '../internal/known.js';
import { mapBounded } from '../internal/map-bounded.js';
import { readMountinfo, type Mount } from '../linux/mountinfo.js';
import { storageAt, storageMounts } from '../linux/storage.js';
import type { DiskUsage } from './host.disk.usage.js';
import { MAX_MOUNT_POINT, MAX_VOLUMES } from './limits.js';
import { readVolume } from './read-volume.js';

const AT_ONCE = 4;
const MAX_TABLE_BYTES = 4_194_304;

/** Reads how full the volumes of this device are, or the one mounted at a place. */
export async function readDiskUsage(
  file: FilePower,
  mountPoint: string | undefined,
  signal: AbortSignal,
): Promise<DiskUsage> {
  const table = readMountinfo(await readNeeded(file, '/proc/self/mountinfo', MAX_TABLE_BYTES));
  const wanted = mountPoint === undefined ? storageMounts(table) : [volumeAt(table, mountPoint)];
  const named = wanted
    .filter((mount) => mount.mountPoint.length <= MAX_MOUNT_POINT)
    .slice(0, MAX_VOLUMES);
  return {
    volumes: [...(await mapBounded(named, AT_ONCE, signal, (mount) => volumeOf(file, mount)))],
    truncated: named.length < wanted.length,
  };
}

type VolumeUsage = DiskUsage['volumes'][number];

const volumeAt = (table: readonly Mount[], mountPoint: string): Mount =>
  storageAt(table, mountPoint) ?? fail('no_such_volume');

async function volumeOf(
  file: FilePower,
  { mountPoint, filesystem, readOnly }: Mount,
): Promise<VolumeUsage> {
  // A volume that was taken away meanwhile, or does not answer, is still named: its figures are unknown.
  const figures = await readVolume(file, mountPoint);
  return { mount_point: mountPoint, filesystem, ...(figures ?? UNKNOWN), read_only: readOnly };
}

const UNKNOWN = Object.freeze({ total_bytes: null, available_bytes: null, used_percent: null });
