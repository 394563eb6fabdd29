import type { FilePower } from '@sovereign/capabilities';
import { orNull } from '../internal/known.js';
import { percentOf } from '../internal/percent.js';

/** How large and how full a volume is, in the names of the wire. */
export interface VolumeFigures {
  readonly total_bytes: number;
  readonly available_bytes: number;
  readonly used_percent: number | null;
}

/** Asks how full the volume at a mount point is; null where there is no answer. */
export async function readVolume(
  file: FilePower,
  mountPoint: string,
): Promise<VolumeFigures | null> {
  const volume = await orNull(file.volume(mountPoint));
  if (volume === null || volume.totalBytes <= 0) return null;
  const { totalBytes, freeBytes, availableBytes } = volume;
  const used = totalBytes - freeBytes;
  return {
    total_bytes: totalBytes,
    available_bytes: availableBytes,
    // As `df` does: what is kept back for the administrator is neither used nor to be had.
    used_percent: percentOf(used, used + availableBytes),
  };
}
