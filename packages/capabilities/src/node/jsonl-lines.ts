import type { FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_LINE } from '../audit/read-event.js';

const CHUNK = 1 << 20;
const LINE_FEED = 10;

/** What a piece of a file holds. */
export interface Piece {
  /** Whole lines, without their line breaks, each byte as one character; one too long is cut, and still too long. */
  readonly lines: readonly string[];
  /** How many bytes the whole lines so far take up, line breaks included. */
  readonly size: number;
  /** How many bytes stand after them so far. */
  readonly rest: number;
}

/** Where to stop reading. */
export interface ReadLimit {
  /** Bytes to read at most: what lies beyond may be in the middle of being written. */
  readonly size?: number;
  /** Wait once for the end of a line that somebody may be writing. */
  readonly patient?: boolean;
}

/**
 * Reads a file piece by piece into lines, never holding more than a piece and one line.
 *
 * Bytes are taken for characters one to one: an event is ASCII, and any other byte must show.
 */
export async function* readPieces(
  file: FileHandle,
  { size = Infinity, patient = false }: ReadLimit = {},
): AsyncIterable<Piece> {
  const buffer = Buffer.allocUnsafe(CHUNK);
  let position = 0;
  let carried = '';
  let rest = 0;
  let waited = !patient;
  while (position < size) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK, size - position), position);
    if (bytesRead === 0) {
      if (rest === 0 || waited) return;
      waited = true;
      await sleep(50);
      continue;
    }
    position += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      lines.push(cut(carried, chunk, start, end));
      carried = '';
      rest = 0;
      start = end + 1;
    }
    carried = cut(carried, chunk, start, bytesRead);
    rest += bytesRead - start;
    yield { lines, size: position - rest, rest };
  }
}

function cut(carried: string, chunk: Buffer, start: number, end: number): string {
  const room = MAX_LINE + 1 - carried.length;
  return carried + chunk.toString('latin1', start, Math.min(end, start + room));
}
