import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { covers } from '../../src/grants/covers.js';
import type { GrantScope } from '../../src/grants/grant.js';
import { isNarrower } from '../../src/grants/narrower.js';
import { capabilityOf } from '../policy/rules.js';

const READ = capabilityOf('files.read', { kind: 'path' });
const WRITE = capabilityOf('files.write', { kind: 'path', sideEffect: 'mutating' });
const ALL = [READ, WRITE];

const globs = fc.constantFrom('a', 'ab', 'a*', '?', '**');
const parameters = fc.record({ x: globs, y: globs }, { requiredKeys: [] });
const args = fc.record(
  { x: fc.constantFrom('a', 'ab', 'b'), y: fc.constantFrom('a', 'b') },
  { requiredKeys: [] },
);
const target = fc.constantFrom('/a', '/a/b', '/b');

const scope: fc.Arbitrary<GrantScope> = fc
  .record({
    capability: fc.constantFrom('files.read@1', 'files.write@1', 'files.*'),
    access: fc.constantFrom('read' as const, 'write' as const),
    target: fc.constantFrom('/a', '/a/*', '/a/**', '**'),
    exactly: fc.option(args, { nil: undefined }),
    parameters,
    other: fc.boolean(),
  })
  .map(({ exactly, parameters: named, other, ...parts }) => ({
    ...parts,
    ...(exactly === undefined
      ? { parameters: named, ...(other && { otherParameters: 'any' as const }) }
      : { args: exactly }),
  }));

describe('isNarrower', () => {
  test.prop([scope, scope, fc.constantFrom(...ALL), target, args])(
    'S3-243 for every two scopes: what the narrower one covers, the wider one covers',
    (narrow, wide, capability, at, proposed) => {
      if (!isNarrower(narrow, wide, ALL)) return;
      const holder = 'mind:muse' as const;
      const contracts = ALL.map(({ id, digest }) => ({ id, digest }));
      const asked = { principal: holder, capability, target: at, args: proposed };
      if (covers({ holder, contracts, scope: narrow }, asked))
        expect(covers({ holder, contracts, scope: wide }, asked)).toBe(true);
    },
  );

  test.prop([scope])('for every scope: it is no wider than itself', (one) => {
    expect(isNarrower(one, one, ALL)).toBe(true);
  });
});
