import { open, type FileHandle } from 'node:fs/promises';
import type { AuditEvent } from '../audit/event.js';
import { readEvent } from '../audit/read-event.js';
import { createTail, selects } from '../audit/select.js';
import type { AuditQuery } from '../audit/sink.js';
import { errorCode } from './error-code.js';
import { listRotated } from './jsonl-files.js';
import { readPieces } from './jsonl-lines.js';
import { damaged, INVOCATION_HEAD } from './jsonl-tail.js';

/** What of a log may be read: its present file as far as it is durable. */
export interface Readable {
  readonly path: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly size: number;
}

/** Reads events of a log in order, across the files that were rotated out. */
export async function* readLog(log: Readable, query: AuditQuery): AsyncIterable<AuditEvent> {
  const { last, kinds } = query;
  // Of all kinds, the last so many are those after a place that is known: nothing else need be read.
  const after = last === undefined || kinds !== undefined ? 0 : log.lastSeq - last;
  const narrowed = { ...query, afterSeq: Math.max(query.afterSeq ?? 0, after) };
  const selected = selects(narrowed);
  const tail = last === undefined ? undefined : createTail<AuditEvent>(last);
  for await (const { path, line } of readLines(log, narrowed.afterSeq)) {
    const reading = readEvent(line);
    if (reading.is !== 'event') throw damaged(path, 'it holds a line that is no event');
    if (!selected(reading.event)) continue;
    if (tail === undefined) yield reading.event;
    else tail.push(reading.event);
  }
  if (tail !== undefined) yield* tail.items();
}

/** Finds the terminal event of an attempt that is known to be in the log, at or about `seq`. */
export async function findInvocation(
  log: Readable,
  id: string,
  seq: number,
): Promise<AuditEvent | undefined> {
  const head = `${INVOCATION_HEAD}${id}"`;
  for await (const { line } of readLines(log, seq - 1)) {
    if (!line.startsWith(head)) continue;
    const reading = readEvent(line);
    if (reading.is === 'event') return reading.event;
  }
  return undefined;
}

interface LogLine {
  readonly path: string;
  readonly line: string;
}

async function* readLines(log: Readable, afterSeq: number): AsyncIterable<LogLine> {
  // Opened before the others are listed: if it is rotated out meanwhile, either the list has it
  // under its new name, or what was opened is still it.
  const present = await open(log.path, 'r').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  try {
    const rotated = await listRotated(log.path);
    for (const { path, firstSeq, lastSeq } of rotated)
      if (lastSeq > afterSeq && firstSeq < log.firstSeq) yield* linesOf(path);
    if (log.lastSeq < log.firstSeq || log.lastSeq <= afterSeq) return;
    const moved = rotated.find(({ firstSeq }) => firstSeq === log.firstSeq);
    if (moved !== undefined) yield* linesOf(moved.path, log.size);
    else if (present !== undefined) yield* linesIn(present, log.path, log.size);
  } finally {
    await present?.close();
  }
}

async function* linesOf(path: string, size = Infinity): AsyncIterable<LogLine> {
  const file = await open(path, 'r');
  try {
    yield* linesIn(file, path, size);
  } finally {
    await file.close();
  }
}

async function* linesIn(file: FileHandle, path: string, size: number): AsyncIterable<LogLine> {
  for await (const { lines } of readPieces(file, { size }))
    for (const line of lines) yield { path, line };
}
