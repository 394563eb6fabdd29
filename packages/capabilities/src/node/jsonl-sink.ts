import { randomUUID } from 'node:crypto';
import { link, type Anchor } from '../audit/chain.js';
import type { AuditEvent, EventDraft } from '../audit/event.js';
import { isWriter } from '../audit/fields.js';
import type { AuditQuery, AuditSink } from '../audit/sink.js';
import { AuditFileError } from './audit-file-error.js';
import { createGroupCommit } from './group-commit.js';
import { createIdMap, type IdMap } from './id-map.js';
import { listRotated, openLog, preparePath, syncFolder, type OpenedLog, type RotatedFile } from './jsonl-files.js';
import { lockFile, type FileLock } from './jsonl-lock.js';
import { findInvocation, readLog, type Readable } from './jsonl-read.js';
import { damaged, readHeld, readRotated, type Held } from './jsonl-tail.js';
import { keepTornAside } from './jsonl-torn.js';
import { createLogFile, nodeIo, type LogIo } from './log-file.js';

/** What a JSONL sink may be told. */
export interface JsonlSinkOptions {
  /**
   * Names the chain of a log that is new: 1 to 46 letters, digits and `_ . : @ / -`.
   * Default `jsonl:<uuid>`, so that a log which was replaced does not bear the same name.
   * A log that exists keeps its own.
   */
  readonly writer?: string;
  /** A file that would grow beyond this many bytes is rotated out. Default 64 MiB. */
  readonly maxBytes?: number;
  /** How many ids of attempts are remembered at least; those of the present file always are. Default 100,000. */
  readonly rememberedIds?: number;
  /** The time of what the sink itself notes, as ISO 8601. Default: the system's clock. */
  readonly now?: () => string;
}

/** An audit log in a file of its own. */
export interface JsonlSink extends AuditSink {
  /** The file, free of symbolic links on the way. */
  readonly path: string;
  /**
   * Resolves with the event once it is on the disk.
   *
   * Rejects with a TypeError when the draft is no event, and with an AuditFileError when writing or
   * flushing failed or the sink is closed. After a failure every append rejects until the log is
   * opened anew: what is on the disk is not known before that.
   */
  append(draft: EventDraft): Promise<AuditEvent>;
  /** The last place that is on the disk: keep it elsewhere, and give it to `verifyJsonl`. */
  anchor(): Anchor;
  close(): Promise<void>;
}

/**
 * Opens an audit log for appending, makes it where there is none, and holds it until it is closed.
 *
 * The file and, where it is made, its folder are for its owner alone. What is queued in one tick,
 * or during a flush, is written and flushed as one group. Nothing is ever removed: a file that is
 * full is renamed to `<name>.<first seq>-<last seq>.jsonl` beside it, and the chain goes on in the
 * next. A line that a crash left unfinished is moved to `<path>.torn-<time>`, and a `configuration`
 * event with the code `torn_line_kept` says so.
 *
 * An attempt's second terminal event is answered with the first, as far back as ids are remembered.
 *
 * @throws AuditLockedError — when another process holds the log, or may hold it.
 * @throws AuditFileError — when others may read or write it, or it cannot be continued.
 */
export function openJsonlSink(path: string, options: JsonlSinkOptions = {}): Promise<JsonlSink> {
  return openJsonlSinkOn(nodeIo, path, options);
}

/** Opens as {@link openJsonlSink} does, on other calls than Node's. */
export async function openJsonlSinkOn(io: LogIo, path: string, options: JsonlSinkOptions): Promise<JsonlSink> {
  const { writer = `jsonl:${randomUUID()}`, maxBytes = 64 * 1024 * 1024 } = options;
  if (!isWriter(writer)) throw new TypeError('jsonl sink: `writer` is not 1 to 46 safe characters');
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1)
    throw new TypeError('jsonl sink: `maxBytes` is not a whole number from 1');
  const real = await preparePath(path);
  const lock = await lockFile(real);
  let opened: OpenedLog | undefined;
  try {
    opened = await openLog(real);
    const found = await findEnd(real, opened, createIdMap(options.rememberedIds ?? 100_000), writer);
    const sink = createSink({ io, path: real, maxBytes, lock, opened, ...found });
    if (found.torn) await sink.append(tornNotice(options.now));
    return sink;
  } catch (error) {
    await opened?.file.close().catch(() => undefined);
    await lock.release();
    throw error;
  }
}
