import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findInvocation, readLog, type Readable } from '../../src/node/jsonl-read.js';
import { openJsonlSink } from '../../src/node/jsonl-sink.js';
import { idOf, invocation } from '../audit/drafts.js';
import { newPath } from './log-folder.js';

/** Seven events: 1-2, 3-4 and 5-6 were rotated out, 7 is in the present file. */
async function log(): Promise<{ readonly readable: Readable; readonly lineSize: number }> {
  const path = newPath();
  const sink = await openJsonlSink(path, { maxBytes: 1_000 });
  for (let number = 1; number <= 7; number += 1) await sink.append(invocation(number));
  await sink.close();
  const { statSync } = await import('node:fs');
  const { size } = statSync(path);
  return { readable: { path, firstSeq: 7, lastSeq: 7, size }, lineSize: size };
}

const seqs = async (readable: Readable, query = {}): Promise<number[]> => {
  const found: number[] = [];
  for await (const { seq } of readLog(readable, query)) found.push(seq);
  return found;
};

describe('readLog', () => {
  it('reads no further than is durable', async () => {
    const { readable } = await log();
    appendFileSync(readable.path, 'half a li');
    expect(await seqs(readable)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await seqs({ ...readable, size: 0, lastSeq: 6 })).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('finds the present file where it was rotated to since', async () => {
    const { readable } = await log();
    const sink = await openJsonlSink(readable.path, { maxBytes: 1_000 });
    for (const number of [8, 9, 10]) await sink.append(invocation(number));
    expect(await seqs(readable)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await seqs(readable, { last: 2 })).toEqual([6, 7]);
    await sink.close();
  });

  it('says so when it comes upon a line that is no event', async () => {
    const { readable } = await log();
    appendFileSync(readable.path, 'x\n');
    await expect(seqs({ ...readable, size: readable.size + 2, lastSeq: 8 })).rejects.toMatchObject({
      code: 'audit_damaged',
    });
  });
});

describe('findInvocation', () => {
  it('finds an attempt in the present file and in those before', async () => {
    const { readable } = await log();
    for (const number of [1, 4, 7])
      expect((await findInvocation(readable, idOf(number), number))?.seq).toBe(number);
    expect(await findInvocation(readable, idOf(8), 1)).toBeUndefined();
  });
});
