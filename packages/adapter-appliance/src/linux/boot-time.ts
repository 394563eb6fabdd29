import { wholeNumber } from '../internal/whole-number.js';

/** Reads from /proc/stat when the machine started, in seconds since 1970. Source: proc_stat(5). */
export function readBootSeconds(text: string): number | null {
  return wholeNumber(/^btime ([0-9]+)$/m.exec(text)?.[1]);
}
