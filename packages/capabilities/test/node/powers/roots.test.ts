import { describe, expect, it } from 'vitest';
import { ContractError } from '../../../src/contract/contract-error.js';
import {
  isUnder,
  leadsTo,
  mayList,
  readRoots,
  segmentsOf,
  withSelf,
} from '../../../src/node/powers/roots.js';

const roots = readRoots([
  '/etc/os-release',
  '/srv/media',
  '/proc/*/stat',
  '/sys/devices/*/net/*/operstate',
]);
const cut = (path: string): readonly string[] => path.split('/').slice(1);

describe('readRoots', () => {
  it.each([
    'etc/passwd',
    '',
    '/',
    '//etc',
    '/etc/',
    '/etc/../x',
    '/etc/./x',
    '/et\0c',
    '/et\\c',
    '/*',
    '/*/x',
    '/etc/*.conf',
    '/etc/**',
    '/\ud800',
  ])('refuses %j, and names only its place', (root) => {
    expect(() => readRoots(['/etc/hosts', root])).toThrow(ContractError);
    expect(() => readRoots(['/etc/hosts', root])).toThrow('`roots[1]` is not an absolute path');
  });
});

describe('segmentsOf', () => {
  it('cuts an absolute, normalised path', () => {
    expect(segmentsOf('/a/b c/d')).toEqual(['a', 'b c', 'd']);
    expect(segmentsOf('/')).toEqual([]);
    expect(segmentsOf('/%2e%2e')).toEqual(['%2e%2e']);
  });

  it.each([
    'a',
    './a',
    '~/a',
    'file:///a',
    '/a/',
    '//a',
    '/a//b',
    '/a/.',
    '/a/..',
    '/a/../b',
    '/a\0',
    '/a\\..\\b',
    '/\udc00',
    `/${'a'.repeat(4_096)}`,
    7,
    null,
    undefined,
    ['/a'],
    { toString: () => '/a' },
  ])('refuses %j', (path) => {
    expect(segmentsOf(path)).toBeUndefined();
  });
});

describe('isUnder', () => {
  it.each(['/etc/os-release', '/srv/media', '/srv/media/a/b', '/proc/1/stat', '/proc/self/stat'])(
    'holds for %s',
    (path) => {
      expect(isUnder(cut(path), roots)).toBe(true);
    },
  );

  it.each([
    '/etc',
    '/etc/passwd',
    '/etc/os-release.bak',
    '/srv/mediaplayer',
    '/srv',
    '/proc/stat',
    '/proc/1/task/1/stat',
    '/proc/self/cmdline',
    '/proc/1/statm',
    '/sys/devices/a/b/net/eth0/operstate',
  ])('does not hold for %s', (path) => {
    expect(isUnder(cut(path), roots)).toBe(false);
  });
});

describe('leadsTo', () => {
  it.each(['/etc', '/srv', '/srv/media/x', '/proc', '/proc/9', '/sys/devices/a/net/b'])(
    'holds for %s',
    (path) => {
      expect(leadsTo(cut(path), roots)).toBe(true);
    },
  );

  it.each(['/home', '/etc/passwd', '/proc/9/cmdline', '/sys/class'])(
    'does not hold for %s',
    (path) => {
      expect(leadsTo(cut(path), roots)).toBe(false);
    },
  );
});

describe('mayList', () => {
  it.each(['/srv/media', '/srv/media/a', '/proc', '/sys/devices', '/sys/devices/pci/net'])(
    'holds for %s',
    (path) => {
      expect(mayList(cut(path), roots)).toBe(true);
    },
  );

  it.each(['/', '/etc', '/srv', '/proc/1', '/sys', '/sys/devices/pci'])(
    'does not hold for %s',
    (path) => {
      expect(mayList(path === '/' ? [] : cut(path), roots)).toBe(false);
    },
  );
});

describe('withSelf', () => {
  it('adds the reader’s own process to the roots that say `self`, and no other process', () => {
    const own = withSelf(readRoots(['/proc/self/status', '/etc/os-release']), '42');
    expect(isUnder(cut('/proc/42/status'), own)).toBe(true);
    expect(isUnder(cut('/proc/43/status'), own)).toBe(false);
    expect(isUnder(cut('/proc/42/environ'), own)).toBe(false);
  });
});
