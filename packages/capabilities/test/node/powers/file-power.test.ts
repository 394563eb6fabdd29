import { describe, expect, it } from 'vitest';
import { READ_BYTES } from '../../../src/node/powers/byte-limit.js';
import { nodeFilePower } from '../../../src/node/powers/file-power.js';
import { memoryFileSystem } from './memory-file-system.js';
import { refusalOf } from './refusal.js';

const MOUNTINFO = [
  '21 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw',
  '22 21 0:44 / /mnt/my\\040disk rw - vfat /dev/sdb1 rw',
  '23 21 0:45 / /mnt/share rw - nfs4 nas:/share rw',
  '24 21 0:46 / /mnt/cloud rw - fuse.sshfs me@far:/ rw',
  '25 21 0:47 / /mnt/reused rw - ext4 /dev/sdc1 rw',
  '26 25 0:48 / /mnt/reused rw - cifs //nas/x rw',
  'a line of another shape',
  '',
].join('\n');

const VOLUME = { totalBytes: 1_000, freeBytes: 600, availableBytes: 500 };

const TREE = {
  '/proc/self': { link: '42' },
  '/proc/42/stat': '42 (node) S',
  '/proc/42/status': 'VmRSS: 8 kB',
  '/proc/42/cmdline': 'secret',
  '/proc/42/cwd': { link: '/home/ada' },
  '/proc/42/mountinfo': MOUNTINFO,
  '/proc/7/stat': '7 (init) S',
  '/proc/7/status': 'VmRSS: 4 kB',
  '/proc/net': { link: 'self/net' },
  '/proc/42/net/stat': 'not a process',
  '/home/ada/diary': 'secret',
  '/srv/media/film': 'grüße',
  '/srv/media/empty': '',
  '/srv/media/sub/song': 'la',
  '/srv/media/in': { link: 'sub/song' },
  '/srv/media/up': { link: 'sub/../film' },
  '/srv/media/out': { link: '/home/ada/diary' },
  '/srv/media/out-folder': { link: '../../home/ada' },
  '/srv/media/dangling': { link: '/home/ada/nothing' },
  '/srv/media/around': { link: 'around' },
  '/srv/media/parent': { link: '/srv' },
  '/srv/media/pipe': { other: true },
  '/srv/secret': 'secret',
  '/etc/os-release': { link: '../usr/lib/os-release' },
  '/usr/lib/os-release': 'ID=fixture',
} as const;

const ROOTS = [
  '/srv/media',
  '/proc/*/stat',
  '/proc/self/status',
  '/etc/os-release',
  '/usr/lib/os-release',
];

const lend = (options: Parameters<typeof memoryFileSystem>[1] = {}) => {
  const fileSystem = memoryFileSystem(TREE, {
    volumes: { '/': VOLUME, '/mnt/my disk': VOLUME },
    ...options,
  });
  return { fileSystem, file: nodeFilePower({ roots: ROOTS, fileSystem }) };
};

describe.each([
  { where: 'where the kernel tells where an open file lies', tellsLocation: true },
  { where: 'where it does not', tellsLocation: false },
])('readText, $where', ({ tellsLocation }) => {
  it.each([
    ['/srv/media/film', 'grüße'],
    ['/srv/media/empty', ''],
    ['/srv/media/in', 'la'],
    ['/srv/media/up', 'grüße'],
    ['/proc/7/stat', '7 (init) S'],
    ['/proc/self/stat', '42 (node) S'],
    ['/proc/self/status', 'VmRSS: 8 kB'],
    ['/etc/os-release', 'ID=fixture'],
  ])('reads %s', async (path, text) => {
    expect(await lend({ tellsLocation }).file.readText(path)).toBe(text);
  });

  it.each([
    ['an undeclared file', '/srv/secret'],
    ['a traversal', '/srv/media/../secret'],
    ['an encoded traversal of a root’s parent', '/srv/%6dedia/film'],
    ['a traversal in the last segment', '/srv/media/..'],
    ['a relative path', 'srv/media/film'],
    ['a double slash', '/srv//media/film'],
    ['a leading double slash', '//srv/media/film'],
    ['a trailing slash', '/srv/media/film/'],
    ['a dot segment', '/srv/media/./film'],
    ['a NUL', '/srv/media/film\0.txt'],
    ['a backslash', '/srv/media\\film'],
    ['a URL', 'file:///srv/media/film'],
    ['the command line of this process', '/proc/self/cmdline'],
    ['the status of another process', '/proc/7/status'],
    ['another letter case', '/SRV/media/film'],
    ['a link to a file outside', '/srv/media/out'],
    ['a link to nothing outside', '/srv/media/dangling'],
    ['a link to a folder outside', '/srv/media/out-folder/diary'],
    ['a name that only looks like a process', '/proc/net/stat'],
    ['the working folder of a process', '/proc/42/cwd/diary'],
  ])('refuses %s as not declared', async (_, path) => {
    const { file, fileSystem } = lend({ tellsLocation });
    expect(await refusalOf(file.readText(path))).toBe('not_declared');
    expect(fileSystem.opened).toEqual([]);
  });

  it.each([
    ['/srv/media/nothing', 'not_found'],
    ['/srv/media/%2e%2e/secret', 'not_found'],
    ['/proc/99/stat', 'not_found'],
    ['/srv/media/pipe', 'unavailable'],
    ['/srv/media/sub', 'unavailable'],
    ['/srv/media/around', 'unavailable'],
  ])('answers for %s: %s', async (path, code) => {
    const { file, fileSystem } = lend({ tellsLocation });
    expect(await refusalOf(file.readText(path))).toBe(code);
    expect(fileSystem.opened).toEqual([]);
  });

  it('refuses what a link swapped between looking and opening leads to', async () => {
    const { file, fileSystem } = lend({ tellsLocation });
    fileSystem.beforeOpen = () => {
      fileSystem.remove('/srv/media/sub/song');
      fileSystem.set('/srv/media/sub', { link: '/home/ada' });
      fileSystem.set('/home/ada/song', 'secret');
    };
    expect(await refusalOf(file.readText('/srv/media/sub/song'))).toBe('not_declared');
    expect(fileSystem.opened).toEqual(['/home/ada/song']);
  });

  it('refuses it even when everything is back in place at once', async () => {
    const { file, fileSystem } = lend({ tellsLocation });
    fileSystem.beforeOpen = () => {
      fileSystem.remove('/srv/media/sub/song');
      fileSystem.set('/srv/media/sub', { link: '/home/ada' });
      fileSystem.set('/home/ada/song', 'secret');
    };
    fileSystem.afterOpen = () => {
      fileSystem.remove('/srv/media/sub');
      fileSystem.set('/srv/media/sub/song', 'la');
    };
    expect(await refusalOf(file.readText('/srv/media/sub/song'))).toBe('not_declared');
    expect(fileSystem.opened).toEqual(['/home/ada/song']);
  });

  it('refuses a file that became a link before it was opened', async () => {
    const { file, fileSystem } = lend({ tellsLocation });
    fileSystem.beforeOpen = () => fileSystem.set('/srv/media/film', { link: '/home/ada/diary' });
    expect(await refusalOf(file.readText('/srv/media/film'))).toBe('unavailable');
    expect(fileSystem.opened).toEqual([]);
  });

  it('refuses a file that became a pipe before it was opened', async () => {
    const { file, fileSystem } = lend({ tellsLocation });
    fileSystem.beforeOpen = () => fileSystem.set('/srv/media/film', { other: true });
    expect(await refusalOf(file.readText('/srv/media/film'))).toBe('unavailable');
  });
});

describe('readText and its limit', () => {
  it('counts bytes, and takes exactly the limit', async () => {
    const { file } = lend();
    expect(await file.readText('/srv/media/film', { maxBytes: 7 })).toBe('grüße');
    expect(await refusalOf(file.readText('/srv/media/film', { maxBytes: 6 }))).toBe('too_large');
  });

  it('counts while reading, for a file that says its size is 0', async () => {
    const fileSystem = memoryFileSystem(
      { '/proc/big': 'x'.repeat(5_000) },
      { statedSize: () => 0 },
    );
    const file = nodeFilePower({ roots: ['/proc/big'], fileSystem });
    expect(await refusalOf(file.readText('/proc/big', { maxBytes: 4_999 }))).toBe('too_large');
    expect(await file.readText('/proc/big', { maxBytes: 5_000 })).toHaveLength(5_000);
  });

  it('keeps a limit of its own, whatever is asked for', async () => {
    const fileSystem = memoryFileSystem(
      { '/srv/a': 'x' },
      { statedSize: () => READ_BYTES.most + 1 },
    );
    const file = nodeFilePower({ roots: ['/srv/a'], fileSystem });
    expect(await refusalOf(file.readText('/srv/a', { maxBytes: 2 ** 40 }))).toBe('too_large');
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity, '9'])('refuses a limit of %s', async (maxBytes) => {
    const { file } = lend();
    expect(
      await refusalOf(file.readText('/srv/media/film', { maxBytes: maxBytes as number })),
    ).toBe('invalid_arguments');
  });

  it('shows bytes that are not UTF-8 as replacement characters', async () => {
    const fileSystem = memoryFileSystem({ '/srv/a': 'a\ufeff' });
    expect(await nodeFilePower({ roots: ['/srv/a'], fileSystem }).readText('/srv/a')).toBe(
      'a\ufeff',
    );
  });
});

describe('list', () => {
  it('names what a root and what a folder below one holds, sorted', async () => {
    const { file } = lend();
    expect(await file.list('/srv/media/sub')).toEqual(['song']);
    expect((await file.list('/srv/media')).slice(0, 3)).toEqual(['around', 'dangling', 'empty']);
  });

  it('names what a `*` may stand for', async () => {
    expect(await lend().file.list('/proc')).toEqual(['42', '7', 'net', 'self']);
  });

  it.each([
    '/',
    '/srv',
    '/etc',
    '/usr/lib',
    '/proc/42',
    '/proc/self',
    '/srv/media/out-folder',
    '/srv/media/parent',
    '/srv/media/../..',
  ])('refuses %s as not declared', async (path) => {
    const { file, fileSystem } = lend({ tellsLocation: false });
    expect(await refusalOf(file.list(path))).toBe('not_declared');
    expect(fileSystem.opened).toEqual([]);
  });

  it('answers for a file: unavailable; for nothing: not found', async () => {
    const { file } = lend();
    expect(await refusalOf(file.list('/srv/media/film'))).toBe('unavailable');
    expect(await refusalOf(file.list('/srv/media/nothing'))).toBe('not_found');
  });
});

describe('volume', () => {
  it.each(['/', '/mnt/my disk'])(
    'tells the size of %s, which is mounted, outside the roots too',
    async (mountPoint) => {
      expect(await lend().file.volume(mountPoint)).toEqual(VOLUME);
    },
  );

  it.each([
    ['/home/ada', 'not_found'],
    ['/home/ada/diary', 'not_found'],
    ['/nothing', 'not_found'],
    ['/mnt/my\\040disk', 'not_found'],
    ['/mnt/my disk/', 'not_found'],
    ['/mnt/share', 'unavailable'],
    ['/mnt/cloud', 'unavailable'],
    ['/mnt/reused', 'unavailable'],
  ])('answers for %s without touching it: %s', async (mountPoint, code) => {
    const { file, fileSystem } = lend();
    expect(await refusalOf(file.volume(mountPoint))).toBe(code);
    expect(fileSystem.touched).toEqual(['/proc/self/mountinfo']);
  });

  it('answers the same for a file that is there and one that is not', async () => {
    const { file } = lend();
    expect(await refusalOf(file.volume('/home/ada/diary'))).toBe(
      await refusalOf(file.volume('/home/ada/none')),
    );
  });

  it('refuses a contract without roots, and where the kernel keeps no table', async () => {
    const fileSystem = memoryFileSystem({}, { volumes: { '/': VOLUME } });
    expect(await refusalOf(nodeFilePower({ roots: [], fileSystem }).volume('/'))).toBe(
      'not_declared',
    );
    expect(await refusalOf(nodeFilePower({ roots: ['/srv'], fileSystem }).volume('/'))).toBe(
      'unavailable',
    );
  });
});

describe('nodeFilePower', () => {
  it('is frozen, and says neither path nor value when it refuses', async () => {
    const { file } = lend();
    expect(Object.isFrozen(file)).toBe(true);
    await expect(file.readText('/home/ada/diary')).rejects.toThrow(/^`file`: not_declared$/);
    await expect(file.readText('/srv/media/nothing')).rejects.toThrow(/^`file`: not_found$/);
  });

  it('opens at most 32 things at once', async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`/srv/${index}`, 'x']),
    );
    const memory = memoryFileSystem(tree);
    let open = 0;
    let most = 0;
    const fileSystem: typeof memory = {
      ...memory,
      open: async (path, kind) => {
        open += 1;
        most = Math.max(most, open);
        const opened = await memory.open(path, kind);
        return { ...opened, close: async () => void (open -= 1) };
      },
    };
    const file = nodeFilePower({ roots: ['/srv'], fileSystem });
    await Promise.all(Object.keys(tree).map((path) => file.readText(path)));
    expect(open).toBe(0);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(32);
  });
});
