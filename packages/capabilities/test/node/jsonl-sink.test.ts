import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  appendFileSync,
  rmSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../src/audit/event.js';
import { serializeEvent } from '../../src/audit/serialize.js';
import type { AuditSink } from '../../src/audit/sink.js';
import { AuditFileError } from '../../src/node/audit-file-error.js';
import { AuditLockedError } from '../../src/node/audit-locked-error.js';
import { openJsonlSink, openJsonlSinkOn, type JsonlSink } from '../../src/node/jsonl-sink.js';
import { nodeIo } from '../../src/node/log-file.js';
import { verifyJsonl } from '../../src/node/verify-jsonl.js';
import { sinkConformance } from '../../src/testing/sink-conformance.js';
import { fullInvocation, idOf, invocation, TIME } from '../audit/drafts.js';
import { everything, namesBeside, newFolder, newPath } from './log-folder.js';

const readAll = async (sink: AuditSink): Promise<AuditEvent[]> => {
  const events: AuditEvent[] = [];
  for await (const event of sink.read()) events.push(event);
  return events;
};

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const codeOf = (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => 'opened',
    (error: unknown) =>
      AuditFileError.is(error) || AuditLockedError.is(error) ? error.code : String(error),
  );

describe.each([
  ['in one file', 64 * 1024 * 1024],
  ['rotated at every few events', 1_500],
])('openJsonlSink conforms (S1-134) %s', (_, maxBytes) => {
  const switches = new Map<AuditSink, { broken: boolean }>();
  const cases = sinkConformance({
    async open() {
      const state = { broken: false };
      const write = (fd: number, text: string): number => {
        if (state.broken)
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        return nodeIo.write(fd, text);
      };
      const sink = await openJsonlSinkOn({ ...nodeIo, write }, newPath(), { maxBytes });
      switches.set(sink, state);
      return sink;
    },
    stored: (sink) => everything(sink as JsonlSink),
    breakWrites(sink) {
      const state = switches.get(sink);
      if (state !== undefined) state.broken = true;
    },
  });
  for (const { title, skip, run } of cases) it.skipIf(skip !== undefined)(title, run);
});

describe('openJsonlSink', () => {
  it('S1-121: makes folder and file for their owner alone, and opens the file for appending', async () => {
    const path = join(newFolder(), 'a', 'b', 'audit.jsonl');
    const sink = await openJsonlSink(path);
    expect([modeOf(join(path, '..')), modeOf(join(path, '../..')), modeOf(path)]).toEqual([
      0o700, 0o700, 0o600,
    ]);
    const flags = /flags:\s+(\d+)/;
    const appending =
      process.platform === 'linux'
        ? openFlags(path).map((text) => Number.parseInt(flags.exec(text)?.[1] ?? '0', 8) & 0o2000)
        : [0o2000];
    expect(appending).toEqual([0o2000]);
    await sink.close();
  });

  it('writes each event as a line that is its serialization', async () => {
    const path = newPath();
    const sink = await openJsonlSink(path);
    const events = [
      await sink.append(fullInvocation(1)),
      await sink.append({ kind: 'grant', id: idOf(2), time: TIME }),
    ];
    await sink.close();
    expect(readFileSync(path, 'latin1')).toBe(
      events.map((event) => `${serializeEvent(event)}\n`).join(''),
    );
    expect(namesBeside(path)).toEqual([basename(path)]);
    expect(everything(sink)).not.toContain('.lock-');
  });

  it('goes on with the chain when it is opened again, under the writer it began with', async () => {
    const path = newPath();
    const first = await openJsonlSink(path, { writer: 'jsonl:first' });
    const one = await first.append(invocation(1));
    await first.close();
    const second = await openJsonlSink(path, { writer: 'jsonl:second' });
    expect(second.anchor()).toEqual({ writer: 'jsonl:first', seq: 1, hash: one.hash });
    expect(await second.append(invocation(2))).toMatchObject({
      writer: 'jsonl:first',
      seq: 2,
      prev_hash: one.hash,
    });
    await second.close();
    expect((await verifyJsonl(path)).ok).toBe(true);
  });

  it('gives a new log a writer of its own', async () => {
    const [one, other] = await Promise.all([openJsonlSink(newPath()), openJsonlSink(newPath())]);
    expect(one.anchor().writer).toMatch(/^jsonl:[0-9a-f-]{36}$/);
    expect(one.anchor().writer).not.toBe(other.anchor().writer);
    await Promise.all([one.close(), other.close()]);
  });

  it('S1-133: answers a second terminal event with the first after it was opened again, and across rotated files', async () => {
    const path = newPath();
    const first = await openJsonlSink(path, { maxBytes: 1_000 });
    const events: AuditEvent[] = [];
    for (let number = 1; number <= 9; number += 1)
      events.push(await first.append(invocation(number)));
    expect(await first.append(invocation(2, { outcome: 'unknown' }))).toEqual(events[1]);
    await first.close();
    const second = await openJsonlSink(path, { maxBytes: 1_000 });
    for (const [index, event] of events.entries())
      expect(await second.append(invocation(index + 1))).toEqual(event);
    expect(second.anchor().seq).toBe(9);
    await second.close();
    expect((await verifyJsonl(path)).ok).toBe(true);
  });

  it('remembers ids as far back as it says: those of the present file always', async () => {
    const path = newPath();
    const sink = await openJsonlSink(path, { maxBytes: 1_000, rememberedIds: 2 });
    for (let number = 1; number <= 9; number += 1) await sink.append(invocation(number));
    const [oldest] = await readAll(sink);
    expect((await sink.append(invocation(9))).seq).toBe(9);
    expect((await sink.append(invocation(1))).seq).toBe(10);
    expect(oldest?.id).toBe(idOf(1));
    await sink.close();
    expect((await verifyJsonl(path)).faults).toMatchObject([{ kind: 'terminal_twice', seq: 10 }]);
  });

  it('rotates a full file out under the numbers it holds, goes on with the chain, and deletes nothing', async () => {
    const path = newPath();
    const name = basename(path, '.jsonl');
    const sink = await openJsonlSink(path, { maxBytes: 1_000 });
    for (let number = 1; number <= 7; number += 1) await sink.append(invocation(number));
    await sink.close();
    expect(namesBeside(path)).toEqual(
      [1, 3, 5].map((first) => `${name}.${first}-${first + 1}.jsonl`).concat(`${name}.jsonl`),
    );
    for (const file of namesBeside(path)) expect(modeOf(join(path, '..', file))).toBe(0o600);
    const report = await verifyJsonl(path, { anchors: [sink.anchor()] });
    expect(report).toMatchObject({ ok: true, lines: 7 });
    expect(report.files.map(({ lines }) => lines)).toEqual([2, 2, 2, 1]);
  });

  it('goes on after a crash between renaming a full file and making the next', async () => {
    const path = newPath();
    const sink = await openJsonlSink(path, { maxBytes: 1_000 });
    for (let number = 1; number <= 3; number += 1) await sink.append(invocation(number));
    await sink.close();
    rmSync(path);
    const again = await openJsonlSink(path);
    expect(again.anchor().seq).toBe(2);
    expect((await again.append(invocation(4))).seq).toBe(3);
    expect((await again.append(invocation(1))).seq).toBe(1);
    await again.close();
    expect((await verifyJsonl(path)).ok).toBe(true);
  });

  it('reads across rotated files, also while they are being rotated', async () => {
    const sink = await openJsonlSink(newPath(), { maxBytes: 2_000 });
    for (let number = 1; number <= 20; number += 1) await sink.append(invocation(number));
    const seen: number[] = [];
    for await (const { seq } of sink.read({ afterSeq: 3 })) {
      seen.push(seq);
      await sink.append(invocation(100 + seq));
    }
    expect(seen).toEqual(Array.from({ length: 17 }, (_, index) => index + 4));
    await sink.close();
  });

  it('S1-121: has no way to edit or remove', async () => {
    const sink = await openJsonlSink(newPath());
    expect(Object.keys(sink).sort()).toEqual(['anchor', 'append', 'close', 'path', 'read']);
    await sink.close();
  });

  it('rejects after it was closed, and closes only once', async () => {
    const sink = await openJsonlSink(newPath());
    const appending = sink.append(invocation(1));
    await Promise.all([sink.close(), sink.close()]);
    expect((await appending).seq).toBe(1);
    expect(await codeOf(sink.append(invocation(2)))).toBe('audit_closed');
  });

  it('refuses options that are none', async () => {
    for (const options of [{ writer: 'a b' }, { maxBytes: 0 }, { rememberedIds: 1.5 }])
      await expect(openJsonlSink(newPath(), options)).rejects.toThrow(TypeError);
  });
});

describe('openJsonlSink refuses', () => {
  it.each([
    ['a file that others may read', 0o604],
    ['a file that its group may read', 0o640],
    ['a file that others may write to', 0o602],
  ])('%s, and says what to do', async (_, mode) => {
    const path = newPath();
    writeFileSync(path, '');
    chmodSync(path, mode);
    await expect(openJsonlSink(path)).rejects.toThrow(
      /others may read or write it; run `chmod 600`/,
    );
    expect(await codeOf(openJsonlSink(path))).toBe('audit_exposed');
    chmodSync(path, 0o600);
    await (await openJsonlSink(path)).close();
  });

  it.each([0o755, 0o750, 0o730, 0o1777])('a folder with the mode %i', async (mode) => {
    const path = newPath();
    chmodSync(join(path, '..'), mode);
    await expect(openJsonlSink(path)).rejects.toThrow(/run `chmod 700`/);
    expect(existsSync(path)).toBe(false);
  });

  it('does not mind that others may step through the folder', async () => {
    const path = newPath();
    chmodSync(join(path, '..'), 0o711);
    await (await openJsonlSink(path)).close();
  });

  it.skipIf(process.geteuid?.() !== 0)(
    'a file or folder of another user (needs root)',
    async () => {
      const path = newPath();
      writeFileSync(path, '', { mode: 0o600 });
      chownSync(path, 65_534, 65_534);
      expect(await codeOf(openJsonlSink(path))).toBe('audit_exposed');
      chownSync(path, 0, 0);
      chownSync(join(path, '..'), 65_534, 65_534);
      expect(await codeOf(openJsonlSink(path))).toBe('audit_exposed');
    },
  );

  it('a symbolic link, also one that leads nowhere', async () => {
    const path = newPath();
    const target = newPath();
    symlinkSync(target, path);
    expect(await codeOf(openJsonlSink(path))).toBe('audit_not_a_file');
    expect(existsSync(target)).toBe(false);
    writeFileSync(target, '', { mode: 0o600 });
    expect(await codeOf(openJsonlSink(path))).toBe('audit_not_a_file');
  });

  it('a folder', async () => {
    const path = newPath();
    mkdirSync(path);
    expect(await codeOf(openJsonlSink(path))).toBe('audit_not_a_file');
  });

  it.skipIf(process.platform === 'win32')('a pipe, without waiting for its other end', async () => {
    const path = newPath();
    execFileSync('mkfifo', ['-m', '600', path]);
    expect(await codeOf(openJsonlSink(path))).toBe('audit_not_a_file');
  });

  it('a file that does not end in a link of a chain', async () => {
    const path = newPath();
    const sink = await openJsonlSink(path);
    await sink.append(invocation(1));
    await sink.append(invocation(2));
    await sink.close();
    const text = readFileSync(path, 'latin1');
    for (const bad of [
      'x\n',
      'null\n',
      `${text}\n`,
      text.replace(/executed(?=[^\n]*\n$)/, 'resolved'),
      text.replace('executed', 'resolved'),
    ]) {
      writeFileSync(path, bad);
      expect(await codeOf(openJsonlSink(path))).toBe('audit_damaged');
    }
    writeFileSync(path, text);
    await (await openJsonlSink(path)).close();
  });

  it('an older copy of a file in front of what was rotated out of it', async () => {
    const path = newPath();
    const sink = await openJsonlSink(path, { maxBytes: 1_000 });
    await sink.append(invocation(1));
    const older = readFileSync(path);
    for (const number of [2, 3, 4]) await sink.append(invocation(number));
    await sink.close();
    writeFileSync(path, older);
    expect(await codeOf(openJsonlSink(path))).toBe('audit_damaged');
  });

  it('leaves nothing locked when it refuses', async () => {
    const path = newPath();
    writeFileSync(path, 'x\n', { mode: 0o600 });
    expect(await codeOf(openJsonlSink(path))).toBe('audit_damaged');
    writeFileSync(path, '');
    await (await openJsonlSink(path)).close();
  });
});

describe('an open log that somebody else changes', () => {
  it.each([
    ['is written to', (path: string) => appendFileSync(path, 'x')],
    ['is emptied', (path: string) => writeFileSync(path, '')],
    ['is removed', (path: string) => rmSync(path)],
  ])('takes nothing more once it %s', async (_, change) => {
    const sink = await openJsonlSink(newPath(), { maxBlockMs: 0 });
    await sink.append(invocation(1));
    change(sink.path);
    expect(await codeOf(sink.append(invocation(2)))).toBe('audit_write_failed');
    expect(await codeOf(sink.append(invocation(3)))).toBe('audit_write_failed');
    await sink.close();
  });
});

function openFlags(path: string): string[] {
  const inode = statSync(path).ino;
  const folder = `/proc/${process.pid}/fd`;
  return readdirSync(folder)
    .filter((fd) => {
      try {
        return statSync(join(folder, fd)).ino === inode;
      } catch {
        return false;
      }
    })
    .map((fd) => readFileSync(`/proc/${process.pid}/fdinfo/${fd}`, 'utf8'));
}
