import { wholeNumber } from '../internal/whole-number.js';

/** The memory of the whole machine, in bytes. */
export interface Memory {
  readonly totalBytes: number | null;
  /** What programs can have without swapping, by the kernel's own estimate. Not «free», which is always little. */
  readonly availableBytes: number | null;
  readonly swapTotalBytes: number | null;
  readonly swapFreeBytes: number | null;
}

/** Reads /proc/meminfo. Source: proc_meminfo(5). */
export function readMeminfo(text: string): Memory {
  const kibibytes = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, name, value] = /^([A-Za-z]+):\s+([0-9]+) kB$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) kibibytes.set(name, value);
  }
  const bytes = (name: string): number | null => {
    const value = wholeNumber(kibibytes.get(name));
    return value === null || !Number.isSafeInteger(value * 1_024) ? null : value * 1_024;
  };
  const totalBytes = bytes('MemTotal');
  const swapTotalBytes = bytes('SwapTotal');
  return {
    totalBytes,
    availableBytes: within(bytes('MemAvailable'), totalBytes),
    swapTotalBytes,
    swapFreeBytes: within(bytes('SwapFree'), swapTotalBytes),
  };
}

/** A part larger than its whole is no figure: some containers show one file of theirs and one of the machine. */
const within = (part: number | null, whole: number | null): number | null =>
  part !== null && whole !== null && part > whole ? null : part;
