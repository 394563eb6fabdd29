import type { FileHandle } from 'node:fs/promises';
import type { AuditEvent } from '../audit/event.js';
import { createIdMap, type IdMap } from './id-map.js';
import { listRotated, syncFolder } from './jsonl-files.js';
import { damaged, readHeld, readRotated, type PlacedId } from './jsonl-tail.js';
import { keepTornAside } from './jsonl-torn.js';

/** Where a log ends, and what must be known to go on from there. */
export interface FoundEnd {
  /** The last event; `undefined` when there is none yet. */
  readonly end: AuditEvent | undefined;
  /** The place of the first event in the present file; 0 when it is empty. */
  readonly firstSeq: number;
  /** Bytes in the present file. */
  readonly size: number;
  /** The ids of attempts that are in the present file and, as far back as asked for, in those before. */
  readonly ids: IdMap;
  /** Whether an unfinished line was found, and kept aside. */
  readonly torn: boolean;
}

/**
 * Finds where a log ends, and makes all of it durable: what a crash left in the cache was never
 * acknowledged, but it will be built upon.
 *
 * @throws AuditFileError — when it does not end in a link, or ends before the files rotated out of it.
 */
export async function findEnd(
  path: string,
  file: FileHandle,
  rememberedIds: number,
): Promise<FoundEnd> {
  const present: PlacedId[] = [];
  const held = await readHeld(path, file, present);
  const before = await readBefore(path, held.last === undefined, rememberedIds - present.length);
  if (held.last !== undefined && before.lastSeq >= held.firstSeq)
    throw damaged(path, 'it ends before the files that were rotated out of it');
  if (held.torn > 0) await keepTornAside(path, file, held.size);
  await file.datasync();
  await syncFolder(path);
  const ids = createIdMap(rememberedIds);
  for (const placed of [...before.ids, present]) for (const [id, seq] of placed) ids.set(id, seq);
  const end = held.last ?? before.last;
  return { end, firstSeq: held.firstSeq, size: held.size, ids, torn: held.torn > 0 };
}

interface Before {
  readonly last: AuditEvent | undefined;
  readonly lastSeq: number;
  /** Oldest file first. */
  readonly ids: readonly (readonly PlacedId[])[];
}

/** Reads as many of the rotated files as are needed, from the newest backwards. */
async function readBefore(path: string, needsLast: boolean, missingIds: number): Promise<Before> {
  const rotated = await listRotated(path);
  const ids: PlacedId[][] = [];
  let last: AuditEvent | undefined;
  let missing = missingIds;
  for (const file of rotated.toReversed()) {
    if (missing <= 0 && !(needsLast && last === undefined)) break;
    const placed: PlacedId[] = [];
    const held = await readRotated(file, placed);
    last ??= held.last;
    ids.unshift(placed);
    missing -= placed.length;
  }
  return { last, lastSeq: rotated.at(-1)?.lastSeq ?? 0, ids };
}
