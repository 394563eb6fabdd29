import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { TargetKind } from '../../../src/contract/classification.js';
import { compileGlob, type Glob } from '../../../src/contract/glob/glob.js';
import { coversGlob, regionsOf, type Region } from '../../../src/contract/glob/regions.js';
import { searchBudget } from '../../../src/contract/glob/search-budget.js';
import { canonicalTarget } from '../../../src/contract/target.js';

const globsOf = (kind: TargetKind, patterns: readonly string[]) =>
  patterns.flatMap((pattern) => compileGlob(kind, pattern) ?? []);

function allRegions(
  globs: readonly Glob[],
  kind: TargetKind,
  about?: ReadonlySet<number>,
): readonly Region[] {
  const budget = searchBudget(2_000_000);
  const regions = [...regionsOf(globs, kind, { about, budget })];
  expect(budget.isSpent).toBe(false);
  return regions;
}

const kind: fc.Arbitrary<TargetKind> = fc.constantFrom('path', 'host', 'name');
const pattern = fc
  .array(fc.constantFrom('a', 'b', '.', '/', '/a', '*', '**', '?', '**/'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(''));
const target = fc
  .array(fc.constantFrom('a', 'b', '.', '/', 'z'), { minLength: 1, maxLength: 7 })
  .map((parts) => parts.join(''));
/** As targets are; of a host, no label is empty. */
const isCanonical = (of: TargetKind, text: string): boolean =>
  canonicalTarget(of, text) === text && (of !== 'host' || !/^\.|\.\./.test(text));
const fittingOf = (globs: readonly Glob[], text: string): readonly number[] =>
  globs.flatMap((glob, at) => (glob.matches(text) ? [at] : []));

describe('regionsOf', () => {
  test.prop([kind, fc.array(pattern, { maxLength: 5 }), target])(
    'for every list of patterns and target: there is a region of exactly the patterns that it fits',
    (of, patterns, text) => {
      if (!isCanonical(of, text)) return;
      const globs = globsOf(of, patterns);
      expect(allRegions(globs, of).map((region) => [...region.fitting])).toContainEqual(
        fittingOf(globs, text),
      );
    },
  );

  test.prop([kind, fc.array(pattern, { maxLength: 5 })])(
    'for every region: its witness is a target, fits the patterns it says and no other, and no other region has them',
    (of, patterns) => {
      const globs = globsOf(of, patterns);
      const regions = allRegions(globs, of);
      for (const { witness, fitting } of regions) {
        expect(fittingOf(globs, witness)).toEqual([...fitting]);
        expect(isCanonical(of, witness)).toBe(true);
      }
      const names = regions.map(({ fitting }) => [...fitting].join());
      expect(new Set(names).size).toBe(names.length);
    },
  );

  test.prop([kind, fc.array(pattern, { minLength: 1, maxLength: 5 }), fc.nat()])(
    'for every pattern that it is about: the regions are all those that this pattern fits',
    (of, patterns, some) => {
      const globs = globsOf(of, patterns);
      const about = some % Math.max(1, globs.length);
      const names = (regions: readonly Region[]) =>
        regions.map(({ fitting }) => [...fitting].join()).toSorted();
      expect(names(allRegions(globs, of, new Set([about])))).toEqual(
        names(allRegions(globs, of).filter(({ fitting }) => fitting.has(about))),
      );
    },
  );

  it('gives targets of the kind: paths begin with a slash, and no host has an empty label', () => {
    const witnesses = (of: TargetKind, patterns: readonly string[]) =>
      allRegions(globsOf(of, patterns), of).map(({ witness }) => witness);
    expect(witnesses('path', ['**/b'])).toEqual(['/', '/b']);
    expect(witnesses('path', ['/a/.*'])).toEqual(['/', '/a/.a']);
    for (const witness of witnesses('host', ['*.a.**', '**']))
      expect(witness).not.toMatch(/^\.|\.\.|\.$/);
  });

  it('walks past ten thousand exact patterns as if there were none', () => {
    const exact = Array.from({ length: 10_000 }, (_, at) => `/host/${at}/file`);
    const globs = globsOf('path', [...exact, '/host/**', '/host/*/file']);
    const budget = searchBudget(10_000);
    const about = new Set([10_001]);
    const [first] = regionsOf(globs, 'path', { about, budget });
    expect([...(first?.fitting ?? [])]).toEqual([10_000, 10_001]);
    expect(exact).not.toContain(first?.witness);
    expect(budget.isSpent).toBe(false);
  });

  it('stops where its budget is spent', () => {
    const many = Array.from(
      { length: 40 },
      (_, at) => `**${String.fromCharCode(97 + (at % 26))}**${at}**`,
    );
    const budget = searchBudget(100_000);
    expect([...regionsOf(globsOf('name', many), 'name', { budget })].length).toBeGreaterThan(1);
    expect(budget.isSpent).toBe(true);
  });
});

describe('coversGlob', () => {
  it.each<[TargetKind, string, string, boolean]>([
    ['path', '/a/**', '/a/*', true],
    ['path', '/a/*', '/a/**', false],
    ['path', '/a/**', '/a/b/c', true],
    ['path', '/a/*', '/a/b/c', false],
    ['path', '**', '/x', true],
    ['path', '/a/?*', '/a/*', true],
    ['host', '**.example.org', '*.example.org', true],
    ['host', '*.example.org', 'example.org', false],
    ['host', '**.example.org', 'WWW.Example.org.', true],
    ['name', 'a*', 'ab*', true],
    ['name', 'ab*', 'a*', false],
    ['name', 'a?', 'a*', false],
    ['name', '*a*', '?a', true],
    // The empty text is a name too, and `?` does not fit it.
    ['name', '?*', '*', false],
    ['name', '**', '*', true],
    ['name', 'a', '[', false],
  ])('of kind %s: %s covers %s: %s', (of, wide, narrow, is) => {
    expect(coversGlob(wide, narrow, of)).toBe(is);
  });

  test.prop([kind, pattern, pattern, target])(
    'for every two patterns and target: what the narrower fits, one that covers it fits too',
    (of, wide, narrow, text) => {
      if (!coversGlob(wide, narrow, of) || !isCanonical(of, text)) return;
      if (compileGlob(of, narrow)?.matches(text) === true)
        expect(compileGlob(of, wide)?.matches(text)).toBe(true);
    },
  );

  it('says no where it would take too long to tell', () => {
    // Which of the last fourteen were an `a` is 16,384 states, if each is looked at.
    const wide = `**a${'?'.repeat(14)}**`;
    const narrow = `**a${'?'.repeat(14)}b**`;
    expect(coversGlob(wide, narrow, 'name')).toBe(false);
    expect(
      coversGlob(wide.replace('??????????', ''), narrow.replace('??????????', ''), 'name'),
    ).toBe(true);
  });
});
