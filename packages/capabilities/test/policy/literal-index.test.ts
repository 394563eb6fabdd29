import { describe, expect, it } from 'vitest';
import { literalIndex, type LiteralPlace } from '../../src/policy/literal-index.js';

const MANY = 10_000;

/** How many of ten thousand things a text leads to, all of which have these literals. */
function lookedAt(placesOf: (order: number) => readonly LiteralPlace[], text: string): number {
  const filed = Array.from({ length: MANY }, (_, order) => ({
    thing: { order },
    places: placesOf(order),
  }));
  let looks = 0;
  const index = literalIndex(filed, () => {
    looks += 1;
    return false;
  });
  index.first(text, Infinity, undefined);
  return looks;
}

describe('literalIndex', () => {
  it.each<[string, (order: number) => readonly LiteralPlace[], string]>([
    ['beginnings', (order) => [{ at: 'start', literal: `/host/${order}/` }], '/host/77/x'],
    ['ends', (order) => [{ at: 'end', literal: `/${order}.txt` }], '/a/77.txt'],
    ['middles', (order) => [{ at: 'inside', literal: `/h${order}h/` }], '/a/h77h/b'],
    [
      'ends after one long beginning',
      (order) => [
        { at: 'start', literal: '/home/of/somebody/' },
        { at: 'end', literal: `/${order}` },
      ],
      '/home/of/somebody/x/77',
    ],
    [
      'middles between one beginning and one end',
      (order) => [
        { at: 'start', literal: '/home/' },
        { at: 'end', literal: '/end' },
        { at: 'inside', literal: `/f${order}/` },
      ],
      '/home/a/f77/b/end',
    ],
    [
      'pairs, each half of which a hundred have',
      (order) => [
        { at: 'start', literal: `/p${order % 100}/` },
        { at: 'end', literal: `/s${Math.floor(order / 100)}` },
      ],
      '/p7/x/s7',
    ],
  ])(
    'S3-153 of ten thousand that differ in their %s, a text leads to five at most',
    (_, of, text) => {
      expect(lookedAt(of, text)).toBeLessThanOrEqual(5);
      expect(lookedAt(of, text)).toBeGreaterThan(0);
      expect(lookedAt(of, '-')).toBe(0);
    },
  );
});
