import type { FilePower } from '@sovereign/capabilities';
import { readKnown, readNeeded } from '../internal/known.js';
import { usedPercent } from '../internal/percent.js';
import { readMeminfo } from '../linux/meminfo.js';
import { readPressure, type Pressure, type Stall } from '../linux/pressure.js';
import type { MemoryStatus } from './host.memory.status.js';

/** Reads how the memory of this machine is doing. */
export async function readMemoryStatus(file: FilePower): Promise<MemoryStatus> {
  const memory = readMeminfo(await readNeeded(file, '/proc/meminfo'));
  // Absent from kernels built or started without it.
  const pressure = await readKnown(file, '/proc/pressure/memory');
  return {
    total_bytes: memory.totalBytes,
    available_bytes: memory.availableBytes,
    used_percent: usedPercent(memory.availableBytes, memory.totalBytes),
    swap_total_bytes: memory.swapTotalBytes,
    swap_free_bytes: memory.swapFreeBytes,
    pressure: pressure === null ? null : pressureOf(readPressure(pressure)),
  };
}

const pressureOf = (pressure: Pressure | null): MemoryStatus['pressure'] =>
  pressure === null
    ? null
    : {
        some: stallOf(pressure.some),
        full: pressure.full === null ? null : stallOf(pressure.full),
      };

const stallOf = ({ last10Percent, last60Percent, last300Percent }: Stall) => ({
  last_10s_percent: last10Percent,
  last_60s_percent: last60Percent,
  last_300s_percent: last300Percent,
});
