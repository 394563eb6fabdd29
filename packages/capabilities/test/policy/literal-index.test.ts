import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { literalIndex, type LiteralPlace } from '../../src/policy/literal-index.js';

const literal = fc
  .array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 })
  .map((parts) => parts.join(''));
const place: fc.Arbitrary<LiteralPlace> = fc.record({
  at: fc.constantFrom('start', 'end', 'inside'),
  literal,
});
const text = fc
  .array(fc.constantFrom('a', 'b', 'c'), { maxLength: 10 })
  .map((parts) => parts.join(''));

describe('literalIndex', () => {
  test.prop([fc.array(place, { maxLength: 12 }), text])(
    'for every text: what is found is what begins it, ends it or is in it, and nothing else',
    (places, of) => {
      const things = places.map((one, order) => [one, { order, one }] as const);
      const index = literalIndex(things);
      const found = new Set<number>();
      const look = ({ order }: { readonly order: number }, before: number): number => {
        found.add(order);
        return before;
      };
      index.prefixesOf(of, Infinity, look);
      index.suffixesOf(of, Infinity, look);
      index.insideOf(of, Infinity, look);
      const is = ({ at, literal: some }: LiteralPlace): boolean =>
        at === 'start' ? of.startsWith(some) : at === 'end' ? of.endsWith(some) : of.includes(some);
      expect([...found].toSorted((one, other) => one - other)).toEqual(
        things.filter(([one]) => is(one)).map(([, { order }]) => order),
      );
    },
  );
});
