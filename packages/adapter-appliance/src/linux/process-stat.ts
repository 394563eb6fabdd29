import { cleanText } from '../internal/clean-text.js';
import { wholeNumber } from '../internal/whole-number.js';

/** What the kernel tells everybody of a process: no command line, no environment, no folder. */
export interface ProcessStat {
  readonly pid: number;
  /** At most 15 bytes of the program's name, or what the process made of it. */
  readonly name: string | null;
  readonly state: ProcessState | null;
  /** Time on a processor, in ticks, its ended children aside. */
  readonly cpuTicks: number | null;
  /** Ticks between the start of the machine and its own. */
  readonly startTicks: number | null;
  readonly residentPages: number | null;
}

/** The kernel's states, in its own words. */
export const PROCESS_STATES = Object.freeze({
  R: 'running',
  S: 'sleeping',
  D: 'disk_sleep',
  T: 'stopped',
  t: 'tracing_stop',
  Z: 'zombie',
  X: 'dead',
  I: 'idle',
  P: 'parked',
} as const);

export type ProcessState = (typeof PROCESS_STATES)[keyof typeof PROCESS_STATES];

/** How many ticks Linux counts to a second, to programs: USER_HZ, 100 on every machine Node runs on. */
export const TICKS_PER_SECOND = 100;

export const MAX_PROCESS_NAME = 64;

/** Reads /proc/<pid>/stat; null for anything else. Source: proc_pid_stat(5). */
export function readProcessStat(text: string): ProcessStat | null {
  // The name may hold blanks and parentheses, so it ends at the last one.
  const open = text.indexOf(' (');
  const close = text.lastIndexOf(') ');
  if (open < 1 || close < open) return null;
  const pid = wholeNumber(text.slice(0, open));
  if (pid === null || pid < 1) return null;

  const fields = text
    .slice(close + 2)
    .trimEnd()
    .split(' ');
  // Counted as the manual does: the state is field 3.
  const field = (number: number): number | null => wholeNumber(fields[number - 3]);
  const user = field(14);
  const system = field(15);
  const letter = fields[0] ?? '';
  return {
    pid,
    name: cleanText(text.slice(open + 2, close), MAX_PROCESS_NAME),
    state: Object.hasOwn(PROCESS_STATES, letter)
      ? PROCESS_STATES[letter as keyof typeof PROCESS_STATES]
      : null,
    cpuTicks: user === null || system === null ? null : user + system,
    startTicks: field(22),
    residentPages: field(24),
  };
}
