import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventDraft } from '@sovereign/capabilities';
import { openJsonlSink } from '@sovereign/capabilities/node';
import { describe, expect, it } from 'vitest';
import { auditFileOf, openLog, readAll, type Read } from '../src/audit-log.js';
import { temporaryFolder } from './support/fake-io.js';

const draft = (): EventDraft => ({
  kind: 'configuration',
  id: crypto.randomUUID(),
  time: '2026-01-01T00:00:00.000Z',
  subject: 'test',
});

/** A log with so many events in files of so many bytes, closed. */
async function logOf(events: number, maxBytes = 1_048_576): Promise<string> {
  const path = join(temporaryFolder(), 'audit.jsonl');
  const sink = await openJsonlSink(path, { maxBytes });
  for (let count = 0; count < events; count += 1) await sink.append(draft());
  await sink.close();
  return path;
}

const seqs = (read: readonly Read[]): readonly (number | 'unsound')[] =>
  read.map((one) => (one === 'unsound' ? one : one.seq));

async function last(path: string, count: number): Promise<readonly (number | 'unsound')[]> {
  const log = await openLog(path);
  try {
    return seqs(await log.last(count));
  } finally {
    await log.close();
  }
}

async function all(path: string): Promise<readonly (number | 'unsound')[]> {
  const read: Read[] = [];
  for await (const one of readAll(path)) read.push(one);
  return seqs(read);
}

describe('auditFileOf', () => {
  it('gives the file, from the folder the command was started in', () => {
    expect(auditFileOf({ audit: { file: 'a.jsonl' } }, { cwd: '/here' })).toBe('/here/a.jsonl');
  });

  it('says that an audit in memory cannot be read', () => {
    expect(() => auditFileOf({ audit: 'memory' }, { cwd: '/' })).toThrow('in memory');
  });
});

describe('openLog', () => {
  it('reads the last events, and no more than there are', async () => {
    const path = await logOf(5);
    expect(await last(path, 2)).toEqual([4, 5]);
    expect(await last(path, 99)).toEqual([1, 2, 3, 4, 5]);
    expect(await last(path, 0)).toEqual([]);
  });

  it('goes back across the files that were rotated out', async () => {
    const path = await logOf(12, 1_000);
    expect(await last(path, 8)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
    expect(await last(path, 1)).toEqual([12]);
  });

  it('reads nothing twice when it is rotated out while it is read', async () => {
    const path = await logOf(3);
    const log = await openLog(path);
    renameSync(path, path.replace('.jsonl', '.1-3.jsonl'));
    expect(seqs(await log.last(9))).toEqual([1, 2, 3]);
    await log.close();
  });

  it('marks what is no sound event', async () => {
    const path = await logOf(2);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    writeFileSync(
      path,
      [
        lines[0],
        lines[1]?.replace('"test"', '"edit"'),
        '{"kind":"invocation"}',
        'no JSON',
        '',
      ].join('\n'),
    );
    expect(await last(path, 9)).toEqual([1, 'unsound', 'unsound', 'unsound']);
  });

  it('says that there is no log', async () => {
    await expect(openLog('/nowhere/audit.jsonl')).rejects.toMatchObject({ exit: 'unavailable' });
  });

  it('follows what is appended, across rotations, until the signal', async () => {
    const path = await logOf(3);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    writeFileSync(path, `${lines[0]}\n`);
    const stop = new AbortController();
    const log = await openLog(path);
    const read = [...(await log.last(10))];
    const following = (async () => {
      for await (const one of log.follow(stop.signal)) read.push(one);
    })();
    // In two pieces, so that half a line is seen on its own.
    appendFileSync(path, lines[1]?.slice(0, 40) ?? '');
    await pause(300);
    appendFileSync(path, `${lines[1]?.slice(40)}\n`);
    renameSync(path, path.replace('.jsonl', '.1-2.jsonl'));
    await pause(300);
    writeFileSync(path, `${lines[2]}\n`);
    await expect.poll(() => seqs(read), { timeout: 5_000 }).toEqual([1, 2, 3]);
    stop.abort();
    await following;
    await log.close();
  });

  it('takes no lock: a sink that is open goes on', async () => {
    const path = await logOf(1);
    const sink = await openJsonlSink(path);
    expect(await last(path, 5)).toEqual([1]);
    await sink.append(draft());
    expect(await last(path, 5)).toEqual([1, 2]);
    await sink.close();
  });
});

describe('readAll', () => {
  it('reads every file in the order of the chain', async () => {
    const path = await logOf(12, 1_000);
    expect(await all(path)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('says that there is no log', async () => {
    const path = await logOf(1);
    rmSync(path);
    await expect(all(path)).rejects.toMatchObject({ exit: 'unavailable' });
  });
});
