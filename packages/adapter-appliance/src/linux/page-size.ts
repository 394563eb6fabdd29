import { readProcessStat } from './process-stat.js';
import { wholeNumber } from '../internal/whole-number.js';

/** The page sizes of Linux that occur: 4 KiB mostly, 16 on a Raspberry Pi 5, 64 on some servers. */
const PAGE_KIBIBYTES = [4, 8, 16, 64] as const;

/** How far the two counts may differ: they are taken a moment apart, and the kernel keeps them roughly. */
const TOLERANCE = 0.25;

/**
 * Finds how large a page is, in bytes, by comparing what the kernel says of one process in pages and in kB.
 *
 * No file states it as text. Null where the two do not point at one size.
 */
export function readPageBytes(stat: string, status: string): number | null {
  const pages = readProcessStat(stat)?.residentPages ?? null;
  const kibibytes = wholeNumber(/^VmRSS:\s+([0-9]+) kB$/m.exec(status)?.[1]);
  if (pages === null || kibibytes === null || pages === 0) return null;
  const size = PAGE_KIBIBYTES.find(
    (candidate) => Math.abs(kibibytes / pages / candidate - 1) <= TOLERANCE,
  );
  return size === undefined ? null : size * 1_024;
}
