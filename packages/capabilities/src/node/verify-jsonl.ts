import { open, type FileHandle } from 'node:fs/promises';
import { createChainVerifier, type ChainVerifier } from '../audit/verify.js';
import type { Expected, Fault, VerifyReport } from '../audit/verify-report.js';
import { AuditFileError } from './audit-file-error.js';
import { errorCode } from './error-code.js';
import { listRotated } from './jsonl-files.js';
import { readPieces } from './jsonl-lines.js';

/** One file of a log that was verified. */
export interface VerifiedFile {
  readonly path: string;
  readonly lines: number;
}

/** A fault, and the file it is in; its `line` is counted from the beginning of that file. */
export interface FileFault extends Fault {
  readonly path: string;
}

/** What verification of a log on disk found. */
export interface JsonlReport extends VerifyReport {
  readonly faults: readonly FileFault[];
  /** In the order of the chain. */
  readonly files: readonly VerifiedFile[];
}

/**
 * Verifies a log on disk, across the files that were rotated out of it, reading each once.
 *
 * Expects one writer and a first event with the number 1; where rotated files were moved away, say
 * where the rest begins: `{ startsAt }`. Takes no lock: a log that is being written to can be
 * verified as far as it has come.
 *
 * @throws AuditFileError — when there is no log at that path. For what is in it, nothing is thrown.
 */
export async function verifyJsonl(path: string, expected: Expected = {}): Promise<JsonlReport> {
  const verifier = createChainVerifier({ startsAt: 1, oneWriter: true, ...expected });
  // Opened before the others are listed, so that it is not missed when it is rotated out meanwhile.
  const present = await open(path, 'r').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  try {
    const files: VerifiedFile[] = [];
    const inode = (await present?.stat())?.ino;
    const rotated = await listRotated(path);
    if (present === undefined && rotated.length === 0)
      throw new AuditFileError('audit_not_a_file', path, 'there is no log');
    for (const { path: rotatedPath } of rotated) {
      const file = await open(rotatedPath, 'r');
      try {
        if ((await file.stat()).ino !== inode)
          files.push(await verifyFile(rotatedPath, file, verifier));
      } finally {
        await file.close();
      }
    }
    if (present !== undefined) files.push(await verifyFile(path, present, verifier));
    const report = verifier.report();
    return { ...report, files, faults: report.faults.map((fault) => locate(fault, files)) };
  } finally {
    await present?.close();
  }
}

async function verifyFile(
  path: string,
  file: FileHandle,
  verifier: ChainVerifier,
): Promise<VerifiedFile> {
  let lines = 0;
  let torn = false;
  for await (const piece of readPieces(file, { patient: true })) {
    for (const line of piece.lines) verifier.add(line);
    lines += piece.lines.length;
    torn = piece.rest > 0;
  }
  if (torn) verifier.addTorn();
  return { path, lines: torn ? lines + 1 : lines };
}

function locate(fault: Fault, files: readonly VerifiedFile[]): FileFault {
  let before = 0;
  for (const { path, lines } of files) {
    // What is missing at the end stands after the last line of the last file.
    if (fault.line <= before + lines || path === files.at(-1)?.path)
      return { ...fault, path, line: fault.line - before };
    before += lines;
  }
  return { ...fault, path: '' };
}
