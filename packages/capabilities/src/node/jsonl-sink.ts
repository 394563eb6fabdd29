import { randomUUID } from 'node:crypto';
import { beginChain, link, type Anchor } from '../audit/chain.js';
import type { AuditEvent, EventDraft } from '../audit/event.js';
import { isWriter } from '../audit/fields.js';
import type { AuditQuery, AuditSink } from '../audit/sink.js';
import { AuditFileError } from './audit-file-error.js';
import { createFlushPolicy } from './flush-policy.js';
import { createGroupCommit } from './group-commit.js';
import { findEnd, type FoundEnd } from './jsonl-end.js';
import { openLog, preparePath, type OpenedLog } from './jsonl-files.js';
import { lockFile, type FileLock } from './jsonl-lock.js';
import { findInvocation, readLog, type Readable } from './jsonl-read.js';
import { damaged } from './jsonl-tail.js';
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
  /**
   * A lone append may be flushed on the calling thread while flushes take less than this many
   * milliseconds on average. Default 0.5; 0 leaves every flush to the thread pool.
   */
  readonly maxBlockMs?: number;
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
export async function openJsonlSinkOn(
  io: LogIo,
  path: string,
  options: JsonlSinkOptions,
): Promise<JsonlSink> {
  const {
    writer = `jsonl:${randomUUID()}`,
    maxBytes = 64 * 1024 * 1024,
    rememberedIds = 100_000,
    maxBlockMs = 0.5,
  } = options;
  if (!isWriter(writer)) throw new TypeError('jsonl sink: `writer` is not 1 to 46 safe characters');
  for (const [name, value] of Object.entries({ maxBytes, rememberedIds }))
    if (!Number.isSafeInteger(value) || value < 1)
      throw new TypeError(`jsonl sink: \`${name}\` is not a whole number from 1`);
  const real = await preparePath(path);
  const lock = await lockFile(real);
  let opened: OpenedLog | undefined;
  try {
    opened = await openLog(real);
    const found = await findEnd(real, opened.file, rememberedIds);
    const end = found.end ?? beginChain(writer);
    const sink = createSink({ io, path: real, maxBytes, maxBlockMs, lock, opened, found, end });
    if (found.torn) await sink.append(tornNotice(options.now));
    return sink;
  } catch (error) {
    await opened?.file.close().catch(() => undefined);
    await lock.release();
    throw error;
  }
}

function tornNotice(now: () => string = () => new Date().toISOString()): EventDraft {
  return {
    kind: 'configuration',
    id: randomUUID(),
    time: now(),
    principal: 'host:audit',
    code: 'torn_line_kept',
  };
}

interface Parts {
  readonly io: LogIo;
  readonly path: string;
  readonly maxBytes: number;
  readonly maxBlockMs: number;
  readonly lock: FileLock;
  readonly opened: OpenedLog;
  readonly found: FoundEnd;
  readonly end: Anchor;
}

function createSink({
  io,
  path,
  maxBytes,
  maxBlockMs,
  lock,
  opened,
  found,
  end: begin,
}: Parts): JsonlSink {
  const { ids } = found;
  const log = createLogFile({ path, io, maxBytes, onRotated: ids.prune }, opened, {
    ...found,
    lastSeq: begin.seq,
  });
  const settled = (last: AuditEvent): void => {
    log.settled(last);
    durable = last;
  };
  const commits = createGroupCommit<AuditEvent>({ ...log, settled }, createFlushPolicy(maxBlockMs));
  let end = begin;
  let durable = begin;
  let closing: Promise<void> | undefined;

  const readable = (): Readable => {
    const { firstSeq, size } = log.durable();
    return { path, firstSeq, lastSeq: durable.seq, size };
  };

  const findFirst = async (id: string, seq: number): Promise<AuditEvent> => {
    const first = commits.find((event) => event.kind === 'invocation' && event.id === id);
    const event = await (first ?? findInvocation(readable(), id, seq));
    if (event === undefined) throw damaged(path, 'an event that was in it is gone');
    return event;
  };

  const append = (draft: EventDraft): Promise<AuditEvent> => {
    const refusal = commits.refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    const { event, line } = link(draft, end);
    if (event.kind === 'invocation') {
      const seq = ids.get(event.id);
      if (seq !== undefined) return findFirst(event.id, seq);
      ids.set(event.id, event.seq);
    }
    end = event;
    return commits.add(`${line}\n`, event);
  };

  const close = async (): Promise<void> => {
    commits.stop(new AuditFileError('audit_closed', path, 'closed; open it anew'));
    await commits.idle();
    await log.close();
    await lock.release();
  };

  return {
    path,
    append(draft) {
      // A draft that is no event rejects like all else; an async function would cost each append a promise more.
      try {
        return append(draft);
      } catch (error) {
        return Promise.reject(error);
      }
    },
    read: (query: AuditQuery = {}) => readLog(readable(), query),
    anchor: () => ({ writer: durable.writer, seq: durable.seq, hash: durable.hash }),
    close: () => (closing ??= close()),
  };
}
