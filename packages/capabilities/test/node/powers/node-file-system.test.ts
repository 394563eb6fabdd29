import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nodeFilePower } from '../../../src/node/powers/file-power.js';
import { nodeFileSystem } from '../../../src/node/powers/node-file-system.js';
import { refusalOf } from './refusal.js';

const posix = process.platform !== 'win32';
const linux = process.platform === 'linux';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'file-power-')));
const root = join(base, 'root');
const outside = join(base, 'outside');
mkdirSync(join(root, 'sub'), { recursive: true });
mkdirSync(outside);
writeFileSync(join(root, 'plain'), 'grüße');
writeFileSync(join(root, 'bytes'), Buffer.from([0x61, 0xff, 0x62]));
writeFileSync(join(root, 'sub', 'deep'), 'deep');
writeFileSync(join(outside, 'secret'), 'secret');
writeFileSync(join(outside, 'deep'), 'secret');
afterAll(() => rmSync(base, { recursive: true, force: true }));

const file = nodeFilePower({ roots: [root] });

describe.runIf(posix)('nodeFilePower on this machine', () => {
  it('reads text below a root', async () => {
    expect(await file.readText(join(root, 'plain'))).toBe('grüße');
    expect(await file.readText(join(root, 'sub', 'deep'))).toBe('deep');
    expect(await file.readText(join(root, 'bytes'))).toBe('a\ufffdb');
    expect(await file.list(root)).toEqual(['bytes', 'plain', 'sub']);
  });

  it('refuses links that lead out, to a file, a folder or the root itself', async () => {
    symlinkSync(join(outside, 'secret'), join(root, 'link'));
    symlinkSync('../outside', join(root, 'folder'));
    symlinkSync(join(root, 'plain'), join(base, 'other-root'));
    const linked = nodeFilePower({ roots: [join(base, 'other-root')] });
    try {
      expect(await refusalOf(file.readText(join(root, 'link')))).toBe('not_declared');
      expect(await refusalOf(file.readText(join(root, 'folder', 'secret')))).toBe('not_declared');
      expect(await refusalOf(file.list(join(root, 'folder')))).toBe('not_declared');
      expect(await refusalOf(linked.readText(join(base, 'other-root')))).toBe('not_declared');
    } finally {
      for (const name of ['link', 'folder']) rmSync(join(root, name));
    }
  });

  it('does not wait for a pipe, and opens neither socket nor device', async () => {
    const pipe = join(root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const socket = join(root, 'socket');
    const server = createServer().listen(socket);
    await new Promise((ready) => server.once('listening', ready));
    symlinkSync('/dev/zero', join(root, 'device'));
    try {
      expect(await refusalOf(file.readText(pipe))).toBe('unavailable');
      expect(await refusalOf(file.readText(socket))).toBe('unavailable');
      expect(await refusalOf(file.readText(join(root, 'device')))).toBe('not_declared');
      expect(await refusalOf(nodeFilePower({ roots: ['/dev/zero'] }).readText('/dev/zero'))).toBe(
        'unavailable',
      );
      // Opened all the same, as after a swap, it still does not wait.
      const opened = await nodeFileSystem.open(pipe, 'file');
      expect(opened.found.kind).toBe('other');
      await opened.close();
    } finally {
      await new Promise((closed) => server.close(closed));
      for (const name of ['pipe', 'device']) rmSync(join(root, name));
    }
  });

  it('does not open what a link in the last segment leads to', async () => {
    const link = join(root, 'late');
    symlinkSync(join(root, 'plain'), link);
    await expect(nodeFileSystem.open(link, 'file')).rejects.toMatchObject({ code: 'ELOOP' });
    expect(await nodeFileSystem.look(link)).toMatchObject({ kind: 'link' });
    rmSync(link);
  });

  it('does not read a huge file', async () => {
    const huge = join(root, 'huge');
    writeFileSync(huge, '');
    truncateSync(huge, 8 * 2 ** 30);
    try {
      expect(await refusalOf(file.readText(huge))).toBe('too_large');
      expect(await refusalOf(file.readText(huge, { maxBytes: 2 ** 40 }))).toBe('too_large');
    } finally {
      rmSync(huge);
    }
  });

  it.runIf(linux)(
    'never gives what lies outside, however fast a folder and a link take turns',
    async () => {
      const place = join(root, 'sub');
      const aside = join(base, 'aside');
      const link = join(base, 'link');
      symlinkSync(outside, link);
      let going = true;
      let swaps = 0;
      const swapping = (async () => {
        while (going) {
          renameSync(place, aside);
          renameSync(link, place);
          await new Promise(setImmediate);
          renameSync(place, link);
          renameSync(aside, place);
          swaps += 1;
          await new Promise(setImmediate);
        }
      })();
      const answers = new Set<unknown>();
      for (let round = 0; round < 400; round += 1) {
        const answer = await refusalOf(file.readText(join(place, 'deep')));
        answers.add(typeof answer === 'object' ? JSON.stringify(answer) : answer);
      }
      going = false;
      await swapping;
      rmSync(link);
      expect(swaps).toBeGreaterThan(10);
      expect([...answers]).not.toContain('{"gave":"secret"}');
      expect([...answers]).toContain('not_declared');
    },
  );
});

describe.runIf(linux)('nodeFilePower over /proc', () => {
  const proc = nodeFilePower({ roots: ['/proc/*/stat', '/proc/self/status', '/proc/meminfo'] });

  it('reads files that say their size is 0', async () => {
    expect(await proc.readText('/proc/meminfo')).toMatch(/^MemTotal:/);
    expect(await proc.readText('/proc/self/stat')).toMatch(new RegExp(`^${process.pid} \\(`));
    expect(await proc.readText('/proc/self/status')).toMatch(/^Name:/);
    expect(await proc.list('/proc')).toContain(String(process.pid));
  });

  it('refuses the command line, the environment and the open files of a process', async () => {
    for (const name of [
      'cmdline',
      'environ',
      'maps',
      'cwd',
      'exe',
      'fd/0',
      'root/etc/passwd',
      'status',
    ])
      for (const pid of ['1', 'self', String(process.pid)])
        if (!(pid === 'self' && name === 'status'))
          expect(await refusalOf(proc.readText(`/proc/${pid}/${name}`))).toBe('not_declared');
  });

  it('answers for a process that is not there: not found', async () => {
    expect(await refusalOf(proc.readText('/proc/4194304/stat'))).toBe('not_found');
  });

  it('tells the size of the root volume, and nothing of a folder', async () => {
    const volume = await proc.volume('/');
    expect(volume.totalBytes).toBeGreaterThan(0);
    expect(volume.freeBytes).toBeLessThanOrEqual(volume.totalBytes);
    expect(volume.availableBytes).toBeLessThanOrEqual(volume.freeBytes);
    expect(await refusalOf(proc.volume('/etc'))).toBe('not_found');
  });
});
