import type { FilePower } from '@sovereign/capabilities';
import { isoTime } from '../internal/iso-time.js';
import { listNeeded, readKnown, readNeeded } from '../internal/known.js';
import { mapBounded } from '../internal/map-bounded.js';
import { readBootSeconds } from '../linux/boot-time.js';
import { readLoadAverage } from '../linux/load-average.js';
import { readPageBytes } from '../linux/page-size.js';
import { readProcessStat, TICKS_PER_SECOND, type ProcessStat } from '../linux/process-stat.js';
import type { ProcessList, SORT_KEYS } from './host.process.list.js';
import { USUAL_PROCESSES } from './limits.js';

/** More is a machine out of order, and would take longer than the bound. */
const MAX_LOOKED_AT = 10_000;
const AT_ONCE = 32;
/** One line of /proc/<pid>/stat is far shorter. */
const MAX_STAT_BYTES = 4_096;
/** /proc/stat counts every interrupt of every processor. */
const MAX_KERNEL_STAT_BYTES = 1_048_576;

interface Wish {
  readonly sort_by?: (typeof SORT_KEYS)[number];
  readonly limit?: number;
}

/** Reads which processes use most of this device. */
export async function readProcessList(
  file: FilePower,
  { sort_by = 'memory', limit = USUAL_PROCESSES }: Wish,
  signal: AbortSignal,
): Promise<ProcessList> {
  const pids = (await listNeeded(file, '/proc')).filter((name) => /^[1-9][0-9]*$/.test(name));
  const boot = readBootSeconds(await readNeeded(file, '/proc/stat', MAX_KERNEL_STAT_BYTES));
  const pageBytes = await readOwnPageBytes(file);
  const load = readLoadAverage((await readKnown(file, '/proc/loadavg')) ?? '');

  const lookedAt = pids.slice(0, MAX_LOOKED_AT);
  const found = await mapBounded(lookedAt, AT_ONCE, signal, (pid) => readProcess(file, pid));
  const processes = found.filter((process) => process !== null);
  return {
    processes: largest(processes, sort_by)
      .slice(0, limit)
      .map((process) => entryOf(process, pageBytes, boot)),
    process_count: processes.length + pids.length - lookedAt.length,
    truncated: lookedAt.length < pids.length,
    load_average:
      load === null
        ? null
        : { last_1m: load.last1Minute, last_5m: load.last5Minutes, last_15m: load.last15Minutes },
  };
}

/** Reads one process; null for one that has ended since it was listed. */
async function readProcess(file: FilePower, pid: string): Promise<ProcessStat | null> {
  const text = await readKnown(file, `/proc/${pid}/stat`, MAX_STAT_BYTES);
  return text === null ? null : readProcessStat(text);
}

async function readOwnPageBytes(file: FilePower): Promise<number | null> {
  const stat = await readKnown(file, '/proc/self/stat', MAX_STAT_BYTES);
  const status = await readKnown(file, '/proc/self/status');
  return stat === null || status === null ? null : readPageBytes(stat, status);
}

/** Sorts the largest first; what does not tell comes last, and equals by process id. */
function largest(
  processes: readonly ProcessStat[],
  key: (typeof SORT_KEYS)[number],
): readonly ProcessStat[] {
  const figure = ({ residentPages, cpuTicks }: ProcessStat) =>
    (key === 'memory' ? residentPages : cpuTicks) ?? -1;
  return [...processes].sort((a, b) => figure(b) - figure(a) || a.pid - b.pid);
}

function entryOf(
  { pid, name, state, cpuTicks, startTicks, residentPages }: ProcessStat,
  pageBytes: number | null,
  bootSeconds: number | null,
): ProcessList['processes'][number] {
  return {
    pid,
    name,
    state,
    resident_bytes: residentPages === null || pageBytes === null ? null : residentPages * pageBytes,
    cpu_seconds: cpuTicks === null ? null : cpuTicks / TICKS_PER_SECOND,
    started_at:
      startTicks === null || bootSeconds === null
        ? null
        : isoTime((bootSeconds + startTicks / TICKS_PER_SECOND) * 1_000),
  };
}
