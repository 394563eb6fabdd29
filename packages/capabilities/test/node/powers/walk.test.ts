import { describe, expect, it } from 'vitest';
import { readRoots } from '../../../src/node/powers/roots.js';
import { walk } from '../../../src/node/powers/walk.js';
import { memoryFileSystem } from './memory-file-system.js';
import { refusalOf } from './refusal.js';

const roots = readRoots(['/srv/media', '/proc/self/status', '/proc/*/stat']);
const TREE = {
  '/srv/media/a/b': 'text',
  '/srv/media/to-b': { link: './a//b' },
  '/srv/media/chain': { link: 'to-b' },
  '/srv/media/absolute': { link: '/srv/media/a/b' },
  '/srv/media/over': { link: '../../../../srv/media/a/b' },
  '/srv/media/away': { link: '/home/ada' },
  '/srv/media/circle': { link: 'circle/x' },
  '/proc/self': { link: '42' },
  '/proc/42/status': 'text',
  '/proc/7': { link: '42' },
} as const;

const follow = (path: string) => {
  const fileSystem = memoryFileSystem(TREE);
  return { fileSystem, walked: walk(path.split('/').slice(1), roots, fileSystem) };
};

describe('walk', () => {
  it.each([
    ['/srv/media/a/b', '/srv/media/a/b'],
    ['/srv/media/to-b', '/srv/media/a/b'],
    ['/srv/media/chain', '/srv/media/a/b'],
    ['/srv/media/absolute', '/srv/media/a/b'],
    ['/srv/media/over', '/srv/media/a/b'],
    ['/proc/self/status', '/proc/42/status'],
  ])('follows %s to %s', async (from, to) => {
    expect((await follow(from).walked).path).toBe(to);
  });

  it('stops at the link that leads away, before it looks behind it', async () => {
    const { fileSystem, walked } = follow('/srv/media/away/diary');
    expect(await refusalOf(walked)).toBe('not_declared');
    expect(fileSystem.touched).toEqual([
      '/srv',
      '/srv/media',
      '/srv/media/away',
      '/srv/media/away',
    ]);
  });

  it('takes only `self` for the process that reads', async () => {
    expect(await refusalOf(follow('/proc/7/status').walked)).toBe('not_declared');
    expect(await refusalOf(follow('/proc/42/status').walked)).toBe('not_declared');
  });

  it('gives up on links without end', async () => {
    expect(await refusalOf(follow('/srv/media/circle').walked)).toBe('unavailable');
  });
});
