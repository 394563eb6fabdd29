import { fdatasync, fdatasyncSync, fstatSync, lstatSync, writeSync, type Stats } from 'node:fs';
import { rename, type FileHandle } from 'node:fs/promises';
import type { AuditEvent } from '../audit/event.js';
import { AuditFileError } from './audit-file-error.js';
import type { GroupTarget } from './group-commit.js';
import { exists, openLog, rotatedPath, syncFolder, type OpenedLog } from './jsonl-files.js';
import { damaged, type Held } from './jsonl-tail.js';

/** The calls on whose failing everything depends; tests put in ones that fail. */
export interface LogIo {
  /** Writes as many characters of a text as it can, a byte each, and says how many. */
  write(fd: number, text: string): number;
  /** Makes what was written durable, and calls back. */
  sync(fd: number, done: (error: Error | null) => void): void;
  /** Makes what was written durable before it returns. */
  syncNow(fd: number): void;
}

/**
 * Node's own calls. Writing is always synchronous: it goes to the page cache in microseconds, where
 * the way to the thread pool and back would cost a fifth of a flush.
 */
export const nodeIo: LogIo = {
  write: (fd, text) => writeSync(fd, text, null, 'latin1'),
  sync: fdatasync,
  syncNow: fdatasyncSync,
};

/** Where a file is written, and how far. */
export interface LogFileOptions {
  readonly path: string;
  readonly io: LogIo;
  /** A file that would grow beyond this is rotated out first. */
  readonly maxBytes: number;
  /** Called after a file was rotated out, with the first number of the next. */
  readonly onRotated: (firstSeq: number) => void;
}

/** The file that is appended to, whichever it is at the time. */
export interface LogFile extends GroupTarget<AuditEvent> {
  /** What is durable of the present file. */
  durable(): { readonly file: FileHandle; readonly firstSeq: number; readonly size: number };
  close(): Promise<void>;
}

/** What a log that was just opened holds. */
export type HeldLog = Pick<Held, 'firstSeq' | 'size'> & { readonly lastSeq: number };

/** Appends groups to a log that was just opened and holds `held`. */
export function createLogFile(options: LogFileOptions, opened: OpenedLog, held: HeldLog): LogFile {
  const { path, io, maxBytes } = options;
  let { file, inode } = opened;
  let firstSeq = held.size === 0 ? held.lastSeq + 1 : held.firstSeq;
  let lastSeq = held.lastSeq;
  let size = held.size;
  let durableSize = held.size;

  const rotate = async (): Promise<void> => {
    const kept = rotatedPath(path, firstSeq, lastSeq);
    // Renaming would replace what is there, and nothing here ever removes an event.
    if (await exists(kept)) throw damaged(kept, 'it is in the way of a rotation');
    await rename(path, kept);
    const next = await openLog(path);
    await syncFolder(path);
    await file.close();
    ({ file, inode } = next);
    firstSeq = lastSeq + 1;
    size = 0;
    durableSize = 0;
    options.onRotated(firstSeq);
  };

  // Whoever else writes to the file, renames or removes it would fork or lose the chain.
  const refuseChanged = (stats: Stats): void => {
    if (stats.ino !== inode || stats.size !== size || stats.nlink === 0)
      throw new AuditFileError(
        'audit_write_failed',
        path,
        'changed by another program; find out which, and verify the log',
      );
  };

  return {
    prepare: (bytes) => (size > 0 && size + bytes > maxBytes ? rotate() : undefined),
    write(text, last) {
      for (let rest = text; rest !== '';) {
        const written = io.write(file.fd, rest);
        if (written === 0) throw new Error('nothing could be written');
        rest = rest.slice(written);
      }
      size += text.length;
      lastSeq = last.seq;
    },
    sync(done) {
      io.sync(file.fd, done);
      // Looked at while the flush is under way, when it costs nobody any time: what is at the path.
      refuseChanged(lstatSync(path));
    },
    syncNow() {
      io.syncNow(file.fd);
      // Here it costs time, so only the file itself: one that was renamed is seen at the next flush through the pool.
      refuseChanged(fstatSync(file.fd));
    },
    settled() {
      durableSize = size;
    },
    failed: (cause) =>
      AuditFileError.is(cause)
        ? cause
        : new AuditFileError(
            'audit_write_failed',
            path,
            'could not be written; make room or mend the disk, and open it anew',
            { cause },
          ),
    durable: () => ({ file, firstSeq, size: durableSize }),
    close: () => file.close(),
  };
}
