import { describe, expect, test } from 'vitest';
import { accept, faultOf, placeOf } from './accepting.js';

const tightenedIn = (schema: unknown): Record<string, unknown> =>
  Object.fromEntries(
    accept(schema).tightened.map(({ path, keyword, value }) => [`${path} ${keyword}`, value]),
  );

describe('a text or list without a stated limit is given one', () => {
  test('that stands in the schema and in the record of what was written', () => {
    const { json, tightened } = accept({ type: 'array', items: { type: 'string' } });
    expect(json).toEqual({
      type: 'array',
      items: { type: 'string', maxLength: 4096 },
      maxItems: 1000,
    });
    expect(tightened).toEqual([
      { path: '', keyword: 'maxItems', value: 1000 },
      { path: '/items', keyword: 'maxLength', value: 4096 },
    ]);
  });

  test('which holds to the character, and to the element', () => {
    const { check } = accept({ type: 'array', items: { type: 'string' } });
    expect(check(['x'.repeat(4096), '😀'.repeat(4096)])).toBe(true);
    expect(check(['x'.repeat(4097)])).toBe(false);
    expect(check(Array(1000).fill(''))).toBe(true);
    expect(check(Array(1001).fill(''))).toBe(false);
  });

  test('unless it lists its values, or is as long as its prefix', () => {
    expect(tightenedIn({ type: 'string', enum: ['a', 'b'] })).toEqual({});
    expect(tightenedIn({ type: 'object', const: { a: 1 } })).toEqual({});
    expect(tightenedIn({ type: 'array', prefixItems: [{ type: 'null' }], items: false })).toEqual(
      {},
    );
    expect(tightenedIn({ type: ['integer', 'null'] })).toEqual({});
  });

  test('around the parts that share it, and in each branch of a union', () => {
    expect(tightenedIn({ allOf: [{ type: 'string' }, { format: 'email' }] })).toEqual({
      ' maxLength': 4096,
    });
    expect(tightenedIn({ allOf: [{ type: 'string' }, { maxLength: 9_000 }] })).toEqual({});
    expect(
      tightenedIn({ anyOf: [{ type: 'string' }, { type: 'string', maxLength: 9_000 }] }),
    ).toEqual({
      '/anyOf/0 maxLength': 4096,
    });
  });

  test('that lowers none which some of its branches state', () => {
    const schema = {
      type: 'string',
      minLength: 1,
      anyOf: [{ maxLength: 9_000 }, { format: 'email' }],
    };
    expect(tightenedIn(schema)).toEqual({ ' maxLength': 9_000 });
  });

  test('and never within a condition', () => {
    expect(
      tightenedIn({ type: 'string', maxLength: 9, not: { type: 'string', minLength: 5 } }),
    ).toEqual({});
    expect(
      placeOf(() =>
        accept({
          type: 'array',
          items: { $ref: '#/$defs/x' },
          contains: { $ref: '#/$defs/x' },
          $defs: { x: { type: 'string' } },
        }),
      ),
    ).toBe('/$defs/x');
  });

  test('but refused when it would leave nothing that fits', () => {
    expect(faultOf(() => accept({ type: 'string', minLength: 5_000 }))).toContain(
      'state `maxLength`',
    );
    expect(
      faultOf(() => accept({ type: 'array', items: { type: 'null' }, minItems: 1_001 })),
    ).toContain('state `maxItems`');
  });
});

test('a name is given a shorter limit than a text', () => {
  expect(
    tightenedIn({
      type: 'object',
      additionalProperties: { type: 'null' },
      propertyNames: { minLength: 1 },
    }),
  ).toEqual({ '/propertyNames maxLength': 256 });
});
