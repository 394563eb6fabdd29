import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { literalIndex, type LiteralPlace } from '../../src/policy/literal-index.js';

const letters = (most: number, least = 0) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: least, maxLength: most });
const place: fc.Arbitrary<LiteralPlace> = fc.record({
  at: fc.constantFrom('start', 'end', 'inside'),
  literal: letters(3, 1),
});
const things = fc.array(fc.array(place, { maxLength: 3 }), { maxLength: 40 });

const has = (text: string, { at, literal }: LiteralPlace): boolean =>
  at === 'start'
    ? text.startsWith(literal)
    : at === 'end'
      ? text.endsWith(literal)
      : text.includes(literal);

describe('literalIndex', () => {
  test.prop([things, letters(10), fc.nat({ max: 40 })])(
    'for every text: the first thing is found, in order, all of whose literals the text has',
    (listed, text, before) => {
      const filed = listed.map((places, order) => ({ thing: { order, places }, places }));
      const index = literalIndex(filed, ({ places }, of: string) =>
        places.every((one) => has(of, one)),
      );
      const fitting = filed.find(({ places }) => places.every((one) => has(text, one)));
      expect(index.first(text, Infinity, text)).toBe(fitting?.thing);
      expect(index.first(text, before, text)).toBe(
        fitting !== undefined && fitting.thing.order < before ? fitting.thing : undefined,
      );
    },
  );
});
