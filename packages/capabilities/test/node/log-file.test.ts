import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AuditFileError } from '../../src/node/audit-file-error.js';
import { openJsonlSink, openJsonlSinkOn, type JsonlSink } from '../../src/node/jsonl-sink.js';
import { nodeIo, type LogIo } from '../../src/node/log-file.js';
import { verifyJsonl } from '../../src/node/verify-jsonl.js';
import { invocation } from '../audit/drafts.js';
import { newFolder, newPath } from './log-folder.js';

interface Counted extends LogIo {
  readonly calls: string[];
  fail: 'write' | 'half' | 'sync' | undefined;
}

const countingIo = (): Counted => {
  const io: Counted = {
    calls: [],
    fail: undefined,
    write(fd, text) {
      io.calls.push(`write ${text.split('\n').length - 1}`);
      if (io.fail === 'half') {
        io.fail = 'write';
        return nodeIo.write(fd, text.slice(0, text.length >> 1));
      }
      if (io.fail === 'write')
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      return nodeIo.write(fd, text);
    },
    sync(fd, done) {
      io.calls.push('sync');
      if (io.fail === 'sync')
        setImmediate(done, Object.assign(new Error('input/output error'), { code: 'EIO' }));
      else nodeIo.sync(fd, done);
    },
    syncNow(fd) {
      io.calls.push('syncNow');
      if (io.fail === 'sync') throw Object.assign(new Error('input/output error'), { code: 'EIO' });
      nodeIo.syncNow(fd);
    },
  };
  return io;
};

const attempt = async (sink: JsonlSink, ...numbers: number[]): Promise<string[]> =>
  (await Promise.allSettled(numbers.map((number) => sink.append(invocation(number))))).map((one) =>
    one.status === 'fulfilled'
      ? String(one.value.seq)
      : AuditFileError.is(one.reason)
        ? one.reason.code
        : String(one.reason),
  );

describe('a group', () => {
  it('is one write and one flush, whatever its size', async () => {
    const io = countingIo();
    const sink = await openJsonlSinkOn(io, newPath(), {});
    await attempt(sink, ...Array.from({ length: 64 }, (_, index) => index));
    expect(io.calls).toEqual(['write 64', 'sync']);
    await sink.close();
  });

  it('for a lone caller is flushed on the spot most of the time, and never with maxBlockMs 0', async () => {
    for (const [maxBlockMs, most] of [
      [1_000, 'syncNow'],
      [0, 'sync'],
    ] as const) {
      const io = countingIo();
      const sink = await openJsonlSinkOn(io, newPath(), { maxBlockMs });
      for (let number = 1; number <= 32; number += 1) await attempt(sink, number);
      expect(io.calls.filter((call) => call === most).length).toBeGreaterThanOrEqual(30);
      expect(io.calls.filter((call) => call === 'write 1')).toHaveLength(32);
      await sink.close();
    }
  });

  it('is written whole where the system writes only a part at a time', async () => {
    const io = {
      ...nodeIo,
      write: (fd: number, text: string) => nodeIo.write(fd, text.slice(0, 100)),
    };
    const sink = await openJsonlSinkOn(io, newPath(), {});
    expect(await attempt(sink, 1, 2, 3)).toEqual(['1', '2', '3']);
    await sink.close();
    expect(await verifyJsonl(sink.path)).toMatchObject({ ok: true, lines: 3 });
  });
});

describe.each(['write', 'half', 'sync'] as const)('when a group fails (%s)', (how) => {
  it('rejects all of it and all that comes later, and a new opening goes on with what is whole', async () => {
    const io = countingIo();
    const sink = await openJsonlSinkOn(io, newPath(), {});
    expect(await attempt(sink, 1)).toEqual(['1']);
    const { seq } = sink.anchor();
    io.fail = how;
    const group = attempt(sink, 2, 3);
    expect(await group).toEqual(['audit_write_failed', 'audit_write_failed']);
    io.fail = undefined;
    expect(await attempt(sink, 4, 2)).toEqual(['audit_write_failed', 'audit_write_failed']);
    expect(sink.anchor().seq).toBe(seq);
    await sink.close();
    const again = await openJsonlSink(sink.path);
    expect(await attempt(again, 2, 1)).toEqual(['2', '1']);
    await again.close();
    expect((await verifyJsonl(sink.path)).faults).toEqual([]);
  });

  it('keeps the system’s error as the cause, and out of the message', async () => {
    const io = countingIo();
    const sink = await openJsonlSinkOn(io, newPath(), {});
    io.fail = how;
    const error: unknown = await sink.append(invocation(1)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'audit_write_failed',
      cause: { code: how === 'sync' ? 'EIO' : 'ENOSPC' },
    });
    expect((error as Error).message).toContain('open it anew');
    await sink.close();
  });

  it('rejects what was queued behind it', async () => {
    const io = countingIo();
    const sink = await openJsonlSinkOn(io, newPath(), { maxBlockMs: 0 });
    io.fail = how;
    const first = attempt(sink, 1);
    await new Promise((resolve) => process.nextTick(resolve));
    expect(await Promise.all([first, attempt(sink, 2)])).toEqual([
      ['audit_write_failed'],
      ['audit_write_failed'],
    ]);
    await sink.close();
  });
});

const tiny = mountTiny();
afterAll(() => {
  if (tiny !== undefined) execFileSync('umount', [tiny]);
});

describe.skipIf(tiny === undefined)('on a disk that is full (needs root and tmpfs)', () => {
  it('I7: acknowledges nothing that is not in the log, and goes on once there is room', async () => {
    const path = join(tiny ?? '', 'audit.jsonl');
    const sink = await openJsonlSink(path);
    const acknowledged: string[] = [];
    let number = 0;
    for (let failed = false; !failed; number += 7) {
      const answers = await attempt(
        sink,
        ...Array.from({ length: 7 }, (_, index) => number + index),
      );
      failed = answers.includes('audit_write_failed');
      acknowledged.push(...answers.filter((answer) => answer !== 'audit_write_failed'));
    }
    expect(acknowledged.length).toBeGreaterThan(50);
    await sink.close();
    expect(
      (await verifyJsonl(path, { anchors: [sink.anchor()] })).faults.map(({ kind }) => kind),
    ).toEqual(['torn']);
    execFileSync('mount', ['-o', 'remount,size=1m', tiny ?? '']);
    const again = await openJsonlSink(path);
    expect(again.anchor().seq).toBeGreaterThanOrEqual(acknowledged.length);
    expect(await attempt(again, 0)).toEqual(['1']);
    await again.append(invocation(number + 1));
    await again.close();
    expect(readFileSync(path, 'latin1')).toContain('"code":"torn_line_kept"');
    expect((await verifyJsonl(path, { anchors: [sink.anchor(), again.anchor()] })).faults).toEqual(
      [],
    );
  });
});

/** A file system of 64 KiB, where this machine lets us have one. */
function mountTiny(): string | undefined {
  const folder = join(newFolder(), 'tiny');
  mkdirSync(folder, { mode: 0o700 });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=0700', 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    return undefined;
  }
}
