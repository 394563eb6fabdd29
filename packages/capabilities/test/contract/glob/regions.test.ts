import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { TargetKind } from '../../../src/contract/classification.js';
import { compileGlob } from '../../../src/contract/glob/glob.js';
import { coversGlob, regionsOf } from '../../../src/contract/glob/regions.js';

const globsOf = (kind: TargetKind, patterns: readonly string[]) =>
  patterns.flatMap((pattern) => compileGlob(kind, pattern) ?? []);

const pattern = fc
  .array(fc.constantFrom('a', 'b', '.', '*', '**', '?'), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''));
const target = fc
  .array(fc.constantFrom('a', 'b', '.', 'z'), { minLength: 1, maxLength: 7 })
  .map((parts) => parts.join(''));

describe('regionsOf', () => {
  test.prop([fc.array(pattern, { maxLength: 4 }), target])(
    'for every list of patterns and target: there is a region of exactly the patterns that it fits',
    (patterns, text) => {
      const globs = globsOf('name', patterns);
      const { regions, complete } = regionsOf(globs, 'name');
      if (!complete) return;
      const fitting = globs.flatMap((glob, at) => (glob.matches(text) ? [at] : []));
      expect(regions.map((region) => [...region.fitting])).toContainEqual(fitting);
    },
  );

  test.prop([fc.array(pattern, { maxLength: 4 })])(
    'for every region: its witness fits the patterns it says, and no other',
    (patterns) => {
      const globs = globsOf('name', patterns);
      for (const { witness, fitting } of regionsOf(globs, 'name').regions)
        expect(globs.flatMap((glob, at) => (glob.matches(witness) ? [at] : []))).toEqual([
          ...fitting,
        ]);
    },
  );

  it('gives targets of the kind: paths begin with a slash, and no host has an empty label', () => {
    expect(
      regionsOf(globsOf('path', ['**/b']), 'path').regions.map(({ witness }) => witness),
    ).toEqual(['/', '/b']);
    for (const { witness } of regionsOf(globsOf('host', ['*.a.**', '**']), 'host').regions)
      expect(witness).not.toMatch(/^\.|\.\.|\.$/);
  });

  it('says so where there is more to tell apart than it looks at', () => {
    const many = Array.from(
      { length: 40 },
      (_, at) => `**${String.fromCharCode(97 + (at % 26))}**${at}**`,
    );
    expect(regionsOf(globsOf('name', many), 'name').complete).toBe(false);
  });
});

describe('coversGlob', () => {
  it.each<[TargetKind, string, string, boolean]>([
    ['path', '/a/**', '/a/*', true],
    ['path', '/a/*', '/a/**', false],
    ['path', '/a/**', '/a/b/c', true],
    ['path', '**', '/x', true],
    ['host', '**.example.org', '*.example.org', true],
    ['host', '*.example.org', 'example.org', false],
    ['name', 'a*', 'ab*', true],
    ['name', 'ab*', 'a*', false],
    ['name', 'a?', 'a*', false],
    ['name', '*a*', '?a', true],
  ])('of kind %s: %s covers %s: %s', (kind, wide, narrow, is) => {
    expect(coversGlob(wide, narrow, kind)).toBe(is);
  });
});
