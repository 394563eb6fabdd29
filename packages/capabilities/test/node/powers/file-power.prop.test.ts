import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { nodeFilePower } from '../../../src/node/powers/file-power.js';
import { isUnder, leadsTo, readRoots, withSelf } from '../../../src/node/powers/roots.js';
import { memoryFileSystem, type Entry } from './memory-file-system.js';
import { refusalOf } from './refusal.js';

const name = fc.constantFrom('a', 'b', 'c', 'self', '7');
const rootPath = fc
  .tuple(
    fc.constantFrom('a', 'b', 'proc'),
    fc.array(fc.oneof(name, fc.constant('*')), { maxLength: 3 }),
  )
  .map(([first, rest]) => `/${[first, ...rest].join('/')}`);
const roots = fc.uniqueArray(rootPath, { minLength: 1, maxLength: 3 });

/** Paths as an attacker writes them. */
const wildPath = fc.oneof(
  fc
    .array(
      fc.oneof(
        fc.constantFrom('a', 'b', 'c', 'proc', 'self', '7'),
        fc.constantFrom('..', '.', '', '*', '%2e', 'a\0', 'a\\b', '~'),
      ),
      {
        maxLength: 6,
      },
    )
    .chain((segments) =>
      fc.constantFrom(`/${segments.join('/')}`, segments.join('/'), `/${segments.join('/')}/`),
    ),
  fc.string(),
);

const tidyPath = fc
  .tuple(fc.constantFrom('a', 'b', 'proc'), fc.array(name, { maxLength: 3 }))
  .map(([first, rest]) => `/${[first, ...rest].join('/')}`);

const tree = fc.dictionary(
  tidyPath,
  fc.oneof(
    fc.constant<Entry>('text'),
    fc
      .oneof(tidyPath, fc.constantFrom('..', '../..', 'a', '../b', '7', '../../proc', '/', './c/'))
      .map((link): Entry => ({ link })),
    fc.constant<Entry>({ other: true }),
  ),
  { maxKeys: 12 },
);

const cut = (path: string): readonly string[] =>
  path.split('/').filter((segment) => segment !== '');

/** The roots, and what those below `/proc/self` are called by the process ids of the fixture. */
const judged = (paths: readonly string[]) => withSelf(readRoots(paths), '7');

describe('nodeFilePower', () => {
  test.prop([roots, wildPath, tree])(
    'for every path outside the roots: the file system is not touched',
    async (paths, path, entries) => {
      const fileSystem = memoryFileSystem(entries);
      const file = nodeFilePower({ roots: paths, fileSystem });
      const declared = path.startsWith('/') && isUnder(path.slice(1).split('/'), readRoots(paths));
      if (declared) return;
      expect(await refusalOf(file.readText(path))).toBe('not_declared');
      expect(fileSystem.touched).toEqual([]);
    },
  );

  test.prop([roots, fc.oneof(tidyPath, wildPath), tree, fc.boolean()])(
    'for every tree of links: whatever is touched leads to a root, and whatever is opened is under one',
    async (paths, path, entries, tellsLocation) => {
      const fileSystem = memoryFileSystem(entries, { tellsLocation });
      const file = nodeFilePower({ roots: paths, fileSystem });
      await refusalOf(file.readText(path));
      expect(fileSystem.touched.filter((touched) => !leadsTo(cut(touched), judged(paths)))).toEqual(
        [],
      );
      expect(fileSystem.opened.filter((opened) => !isUnder(cut(opened), judged(paths)))).toEqual(
        [],
      );
      await refusalOf(file.list(path));
      expect(fileSystem.touched.filter((touched) => !leadsTo(cut(touched), judged(paths)))).toEqual(
        [],
      );
    },
  );

  test.prop([roots, fc.anything(), fc.anything()])(
    'for every value in place of a path: a PowerError or a text, never another throw',
    async (paths, path, maxBytes) => {
      const file = nodeFilePower({
        roots: paths,
        fileSystem: memoryFileSystem({ '/a/b': 'text' }),
      });
      await refusalOf(file.readText(path as string, { maxBytes: maxBytes as number }));
      await refusalOf(file.list(path as string));
      await refusalOf(file.volume(path as string));
    },
  );
});
