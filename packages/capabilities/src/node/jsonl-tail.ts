import { open, type FileHandle } from 'node:fs/promises';
import type { AuditEvent } from '../audit/event.js';
import { readEvent } from '../audit/read-event.js';
import { AuditFileError } from './audit-file-error.js';
import type { RotatedFile } from './jsonl-files.js';
import { readPieces } from './jsonl-lines.js';

/** How a line begins whose event is the terminal one of an attempt; its id comes next. */
export const INVOCATION_HEAD = '{"kind":"invocation","id":"';
const ID_LENGTH = 36;

/** What one file of a log holds. */
export interface Held {
  readonly firstSeq: number;
  readonly last: AuditEvent | undefined;
  /** Bytes of whole lines. */
  readonly size: number;
  /** Bytes after them. */
  readonly torn: number;
}

/** The id of an attempt, and the place of its terminal event. */
export type PlacedId = readonly [id: string, seq: number];

/**
 * Reads a file of a log through, for the ids in it and its last link.
 *
 * @throws AuditFileError — when its last whole line is not a link of a chain.
 */
export async function readHeld(path: string, file: FileHandle, ids: PlacedId[]): Promise<Held> {
  let firstSeq = 0;
  let count = 0;
  let size = 0;
  let torn = 0;
  let last: string | undefined;
  for await (const piece of readPieces(file)) {
    for (const line of piece.lines) {
      if (count === 0) firstSeq = readLink(path, line).seq;
      if (line.startsWith(INVOCATION_HEAD)) ids.push([idOf(line), firstSeq + count]);
      count += 1;
      last = line;
    }
    size = piece.size;
    torn = piece.rest;
  }
  return { firstSeq, last: last === undefined ? undefined : readLink(path, last), size, torn };
}

/** Reads a rotated file as {@link readHeld} does. */
export async function readRotated({ path, lastSeq }: RotatedFile, ids: PlacedId[]): Promise<Held> {
  const file = await open(path, 'r');
  try {
    const held = await readHeld(path, file, ids);
    if (held.torn > 0 || held.last?.seq !== lastSeq)
      throw damaged(path, 'it does not end at the event that its name says');
    return held;
  } finally {
    await file.close();
  }
}

// Copied, because a slice would keep the whole line in memory for as long as the id is remembered.
function idOf(line: string): string {
  const id = line.slice(INVOCATION_HEAD.length, INVOCATION_HEAD.length + ID_LENGTH);
  return Buffer.from(id, 'latin1').toString('latin1');
}

function readLink(path: string, line: string): AuditEvent {
  const reading = readEvent(line);
  if (reading.is === 'event' && reading.sealed) return reading.event;
  throw damaged(path, 'its first or last line is not a link of a chain');
}

/** Says that a log cannot be continued. */
export function damaged(path: string, fault: string): AuditFileError {
  return new AuditFileError(
    'audit_damaged',
    path,
    `${fault}; verify the log, keep it aside, and begin a new one`,
  );
}
