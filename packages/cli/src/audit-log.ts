import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyChain, type AuditEvent } from '@sovereign/capabilities';
import type { HostConfig } from '@sovereign/host';
import { auditFault } from './audit-fault.js';
import type { Io } from './io.js';
import { Stop } from './stop.js';

// Reads the audit as it lies on the disk: no lock is taken, and nothing is written.

/** A line of the log: an event, or what is no sound event and is not shown. */
export type Read = AuditEvent | 'unsound';

/** No event comes near it; what is longer is cut, and still no event. */
const MAX_LINE = 65_536;
const POLL_MS = 250;

/**
 * Gives the path of the host's audit file.
 *
 * @throws Stop — when the host keeps its audit elsewhere than in a file.
 */
export function auditFileOf({ audit }: Pick<HostConfig, 'audit'>, io: Pick<Io, 'cwd'>): string {
  if (audit === 'memory')
    throw new Stop(
      'configuration',
      'this host keeps its audit in memory, and it is gone with the process; name a file in `audit`',
    );
  if (audit === 'database' || 'sink' in audit)
    throw new Stop(
      'configuration',
      'this host keeps its audit in a sink of its own; these commands read a file: name one in `audit`',
    );
  return resolve(io.cwd, audit.file);
}

/** A log that is open at its present file. */
export interface Log {
  /** The last so many lines, oldest first, across the files that were rotated out. To be read once, and first. */
  last(count: number): Promise<readonly Read[]>;
  /** What is appended after them, across rotations, until the signal. */
  follow(signal: AbortSignal): AsyncIterable<Read>;
  close(): Promise<void>;
}

/**
 * Opens a log for looking at its end.
 *
 * @throws Stop — when there is no log, or it cannot be read.
 */
export async function openLog(path: string): Promise<Log> {
  let tail = await openTail(path);
  return {
    async last(count) {
      let lines = await lastOf(linesOf(tail), count);
      for (const older of (await rotatedOf(path)).reverse()) {
        if (lines.length >= count) break;
        lines = [...(await lastOf(linesIn(older, tail), count)), ...lines];
      }
      return Promise.all(lines.slice(Math.max(0, lines.length - count)).map(readLine));
    },
    async *follow(signal) {
      while (!signal.aborted) {
        // Asked before reading on: what came before a rotation is then read from the file it is in.
        const isRotated = !(await isSameFile(path, tail));
        for await (const line of linesOf(tail)) yield await readLine(line);
        if (isRotated) {
          await tail.file.close();
          tail = await openTail(path);
        } else await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
      }
    },
    close: () => tail.file.close(),
  };
}

/**
 * Reads a whole log in order, across the files that were rotated out.
 *
 * @throws Stop — when there is no log, or it cannot be read.
 */
export async function* readAll(path: string): AsyncIterable<Read> {
  const tail = await openTail(path);
  try {
    for (const older of await rotatedOf(path))
      for await (const line of linesIn(older, tail)) yield await readLine(line);
    for await (const line of linesOf(tail)) yield await readLine(line);
  } finally {
    await tail.file.close();
  }
}

async function readLine(line: string): Promise<Read> {
  const { ok } = await verifyChain([line]);
  // A single line that verifies is, byte for byte, an event of the closed shape.
  return ok ? (JSON.parse(line) as AuditEvent) : 'unsound';
}

/** The files that were rotated out, oldest first: each is named `<name>.<first>-<last>.jsonl`, beside the present one. */
async function rotatedOf(path: string): Promise<string[]> {
  const prefix = `${basename(path).replace(/\.jsonl$/, '')}.`;
  const rotated = (await readdir(dirname(path))).flatMap((name) => {
    const first =
      name.startsWith(prefix) &&
      /^([1-9]\d{0,15})-[1-9]\d{0,15}\.jsonl$/.exec(name.slice(prefix.length));
    return first ? [{ name, first: Number(first[1]) }] : [];
  });
  return rotated.sort((a, b) => a.first - b.first).map(({ name }) => join(dirname(path), name));
}

/** A file that is read on from where reading stopped. */
interface Tail {
  readonly file: FileHandle;
  /** The next whole lines; none when there is nothing more yet. */
  more(): Promise<readonly string[]>;
}

async function openTail(path: string): Promise<Tail> {
  const file = await open(path, 'r').catch((thrown: unknown) => {
    throw auditFault(thrown, path) ?? thrown;
  });
  const buffer = Buffer.allocUnsafe(MAX_LINE);
  let position = 0;
  let carried = '';
  return {
    file,
    async more() {
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
        if (bytesRead === 0) return [];
        position += bytesRead;
        // An event is ASCII. Taking bytes for characters, any other byte shows.
        const lines = (carried + buffer.toString('latin1', 0, bytesRead)).split('\n');
        carried = (lines.pop() ?? '').slice(0, MAX_LINE + 1);
        if (lines.length > 0) return lines;
      }
    },
  };
}

async function* linesOf(tail: Tail): AsyncIterable<string> {
  for (let lines = await tail.more(); lines.length > 0; lines = await tail.more()) yield* lines;
}

/** The lines of a file that was rotated out, unless it is the very one that is open already. */
async function* linesIn(path: string, present: Tail): AsyncIterable<string> {
  if (await isSameFile(path, present)) return;
  const tail = await openTail(path);
  try {
    yield* linesOf(tail);
  } finally {
    await tail.file.close();
  }
}

async function lastOf(lines: AsyncIterable<string>, count: number): Promise<readonly string[]> {
  let last: string[] = [];
  for await (const line of lines) {
    last.push(line);
    // Cut in one go once as much is dropped as is kept.
    if (last.length >= 2 * count + 1_000) last = last.slice(last.length - count);
  }
  return last;
}

async function isSameFile(path: string, { file }: Tail): Promise<boolean> {
  const named = await stat(path).catch(() => undefined);
  // Between a rotation and the next file nothing bears the name: what is open still is the log.
  return named === undefined || named.ino === (await file.stat()).ino;
}
