import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { TargetKind } from '../../../src/contract/classification.js';
import { compileGlob, SEPARATOR } from '../../../src/contract/glob/glob.js';

/** Fits by trying every length for every run: slow, and plainly what is meant. */
function fits(pattern: readonly string[], target: readonly string[], separator?: string): boolean {
  const [token, ...rest] = pattern;
  if (token === undefined) return target.length === 0;
  if (token === '*' && rest[0] === '*')
    return (
      target.some((_, at) => fits(rest.slice(1), target.slice(at), separator)) ||
      fits(rest.slice(1), [], separator)
    );
  if (token === '*') {
    for (let length = 0; length <= target.length; length += 1) {
      if (length > 0 && target[length - 1] === separator) return false;
      if (fits(rest, target.slice(length), separator)) return true;
    }
    return false;
  }
  const [point, ...more] = target;
  if (point === undefined) return false;
  return (token === '?' ? point !== separator : token === point) && fits(rest, more, separator);
}

const kind: fc.Arbitrary<TargetKind> = fc.constantFrom('path', 'host', 'name');
const points = (...some: string[]) =>
  fc.array(fc.constantFrom(...some), { minLength: 1, maxLength: 9 });

describe('glob', () => {
  test.prop([
    kind,
    points('a', 'b', '/', '.', '*', '**', '?', '\u{1f600}'),
    points('a', 'b', '/', '.', '\u{1f600}'),
  ])(
    'S3-153 for every pattern and target: it fits as trying every length does',
    (of, pattern, target) => {
      const written = pattern.join('');
      const glob = compileGlob(of, written);
      if (glob === undefined || glob.exact) return;
      expect(glob.matches(target.join(''))).toBe(fits([...glob.pattern], target, SEPARATOR[of]));
    },
  );

  test.prop([fc.string(), fc.string()])(
    'S3-153 for every text as a pattern: it is compiled or refused, and never a regular expression',
    (pattern, target) => {
      const glob = compileGlob('name', pattern);
      if (glob?.exact === true) expect(glob.matches(target)).toBe(pattern === target);
    },
  );
});
