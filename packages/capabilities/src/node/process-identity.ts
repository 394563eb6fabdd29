import { readFileSync, readlinkSync } from 'node:fs';
import { errorCode } from './error-code.js';

/** What tells one process from every other, also from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the kernel's own count since boot; absent where the system does not say. */
  readonly start?: string;
  /** Which boot of the machine. */
  readonly boot?: string;
  /** Which process-number space: a container has its own. */
  readonly space?: string;
}

/** Says which process this is. */
export function identifyProcess(): ProcessIdentity {
  const start = readStat(process.pid)?.start;
  const boot = readOr(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const space = readOr(() => readlinkSync('/proc/self/ns/pid'));
  return {
    pid: process.pid,
    ...(start === undefined ? {} : { start }),
    ...(boot === undefined ? {} : { boot }),
    ...(space === undefined ? {} : { space }),
  };
}

/**
 * Tells whether a process is certainly gone, as seen from this one.
 *
 * «No» covers what cannot be known: a process in another container, or on another machine that
 * shares the file system (`shared`).
 */
export function isGone(other: ProcessIdentity, self: ProcessIdentity, shared: boolean): boolean {
  if (other.boot !== self.boot)
    return !shared && other.boot !== undefined && self.boot !== undefined;
  if (self.boot === undefined && shared) return false;
  if (other.space !== self.space) return false;
  if (!isRunning(other.pid)) return true;
  const now = readStat(other.pid);
  if (now === undefined || other.start === undefined) return false;
  // A zombie holds no file and runs no code; it only waits to be reaped.
  return now.start !== other.start || now.state === 'Z' || now.state === 'X';
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Anything but «no such process», such as «not permitted», means that there is one.
    return errorCode(error) !== 'ESRCH';
  }
}

function readStat(pid: number): { readonly state: string; readonly start: string } | undefined {
  const stat = readOr(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  // The second field is the program's name in brackets, and may hold spaces and brackets itself.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields?.[0];
  const start = fields?.[19];
  return state === undefined || start === undefined ? undefined : { state, start };
}

function readOr<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
