import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJsonlSink } from '../../src/node/jsonl-sink.js';
import { verifyJsonl, type JsonlReport } from '../../src/node/verify-jsonl.js';
import { invocation } from '../audit/drafts.js';
import { newPath } from './log-folder.js';

/** A log of seven events in four files: 1-2, 3-4, 5-6, 7. */
async function rotatedLog(): Promise<{
  path: string;
  file: (first: number) => string;
  anchor: { seq: number; hash: string };
}> {
  const path = newPath();
  const sink = await openJsonlSink(path, { maxBytes: 1_000 });
  for (let number = 1; number <= 7; number += 1) await sink.append(invocation(number));
  await sink.close();
  const stem = basename(path, '.jsonl');
  return {
    path,
    file: (first) => join(path, '..', `${stem}.${first}-${first + 1}.jsonl`),
    anchor: sink.anchor(),
  };
}

const found = ({ faults }: JsonlReport): unknown[] =>
  faults.map(({ kind, path, line, seq }) => [kind, basename(path), line, seq]);

describe('verifyJsonl', () => {
  it('reads the files in the order of the chain, and says where each fault is', async () => {
    const { path, file } = await rotatedLog();
    const third = file(3);
    writeFileSync(third, readFileSync(third, 'latin1').replace(/notes(?=[^\n]*\n$)/, 'nutes'));
    expect(found(await verifyJsonl(path))).toEqual([['edited', basename(third), 2, 4]]);
  });

  it('misses a rotated file that is gone, first or between, and says where the rest begins when told so', async () => {
    const { path, file } = await rotatedLog();
    rmSync(file(3));
    expect(found(await verifyJsonl(path))).toEqual([['removed', basename(file(5)), 1, 3]]);
    rmSync(file(1));
    expect(found(await verifyJsonl(path))).toEqual([['removed', basename(file(5)), 1, 1]]);
    const report = await verifyJsonl(path, { startsAt: 5 });
    expect(report.faults).toEqual([]);
    expect(report.limits).toContainEqual({
      code: 'starts_late',
      writer: report.writers[0]?.writer,
      seq: 5,
    });
  });

  it('misses the end by an anchor, in the file where it should be', async () => {
    const { path, anchor } = await rotatedLog();
    writeFileSync(path, '');
    expect(found(await verifyJsonl(path))).toEqual([]);
    expect(found(await verifyJsonl(path, { anchors: [anchor] }))).toEqual([
      ['truncated', basename(path), 1, 7],
    ]);
    rmSync(path);
    expect((await verifyJsonl(path, { anchors: [anchor] })).faults).toMatchObject([
      { kind: 'truncated', seq: 7 },
    ]);
  });

  it('finds a log that was replaced by another, whole one', async () => {
    const { path, anchor } = await rotatedLog();
    const other = await rotatedLog();
    renameSync(other.path, path);
    for (const first of [1, 3, 5])
      renameSync(
        other.file(first),
        join(path, '..', `${basename(path, '.jsonl')}.${first}-${first + 1}.jsonl`),
      );
    expect((await verifyJsonl(path)).ok).toBe(true);
    expect((await verifyJsonl(path, { anchors: [anchor] })).faults[0]?.kind).toBe('truncated');
  });

  it('takes no event of another log for one of this', async () => {
    const { path } = await rotatedLog();
    const other = await rotatedLog();
    appendFileSync(path, readFileSync(other.path));
    expect((await verifyJsonl(path)).faults).toMatchObject([{ kind: 'inserted', line: 2 }]);
  });

  it('never holds a line longer than 64 KiB, and names it', async () => {
    const { path } = await rotatedLog();
    appendFileSync(path, `${'x'.repeat(3_000_000)}\n`);
    const { faults } = await verifyJsonl(path);
    expect(faults).toMatchObject([{ kind: 'malformed', line: 2 }]);
  });

  it('sees a byte that is not ASCII', async () => {
    const { path } = await rotatedLog();
    const bytes = readFileSync(path);
    bytes[bytes.indexOf('notes')] = 0xee;
    writeFileSync(path, bytes);
    expect((await verifyJsonl(path)).faults).toMatchObject([{ kind: 'not_canonical', line: 1 }]);
  });

  it('verifies a log while it is written and rotated', async () => {
    const path = newPath();
    const sink = await openJsonlSink(path, { maxBytes: 5_000 });
    await sink.append(invocation(0));
    let going = true;
    const writing = (async () => {
      for (let number = 1; going; number += 1) await sink.append(invocation(number));
    })();
    for (let round = 0; round < 10; round += 1) {
      const anchor = sink.anchor();
      expect((await verifyJsonl(path, { anchors: [anchor] })).faults).toEqual([]);
    }
    going = false;
    await writing;
    await sink.close();
  });

  it('rejects where there is no log', async () => {
    await expect(verifyJsonl(newPath())).rejects.toMatchObject({ code: 'audit_not_a_file' });
  });
});
