import { Check } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { accept, inBrowser, whilePolluted } from './accepting.js';

/** Decides with both of TypeBox's engines, which have to agree. */
function decide(schema: unknown, value: unknown): boolean {
  const compiled = accept(schema).check(value);
  const interpreted = inBrowser(() => accept(schema)).check(value);
  expect(compiled).toBe(interpreted);
  return compiled;
}

const any = ['array', 'boolean', 'null', 'number', 'object', 'string'];

/** What TypeBox decides by itself: when one of these changes, a correction may have become needless. */
const typebox = (schema: object, value: unknown): boolean => Check(schema, value);

describe('where TypeBox decides otherwise than JSON Schema says, the accepted schema does not', () => {
  test('a property that every object inherits is not there', () => {
    const schema = {
      type: 'object',
      properties: { toString: { type: 'string' } },
      required: ['toString'],
      additionalProperties: true,
    };
    expect(typebox({ required: ['toString'] }, {})).toBe(true);
    expect(decide(schema, {})).toBe(false);
    expect(decide(schema, { toString: 'x' })).toBe(true);
  });

  test('bar-20 a property that a polluted prototype adds is not there either', () => {
    const schema = {
      type: 'object',
      properties: { approved: { type: 'boolean' } },
      required: ['approved'],
    };
    const checks = [accept(schema).check, inBrowser(() => accept(schema)).check];
    whilePolluted({ approved: true }, () => {
      expect(typebox(schema, {})).toBe(true);
      for (const check of checks) {
        expect(check({})).toBe(false);
        expect(check({ evil: 1 })).toBe(false);
        expect(check({ approved: true })).toBe(true);
      }
    });
  });

  test('bar-20 a keyword that a polluted prototype adds is not there either', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', maxLength: 9 } } };
    const check = inBrowser(() => accept(schema)).check;
    whilePolluted(
      { maxLength: 0, enum: [], not: {}, format: 'email', $ref: '#/nowhere', '~refine': [] },
      () => {
        expect(typebox({ type: 'string' }, 'x')).toBe(false);
        expect(check({ a: 'x' })).toBe(true);
        expect(accept(schema).json).toEqual({ ...schema, additionalProperties: false });
        expect(accept(schema).check({ a: 'x' })).toBe(true);
        expect(accept(schema).check({ a: 1 })).toBe(false);
      },
    );
  });

  test('a list is not an object with the same keys', () => {
    expect(typebox({ const: [] }, { length: 0 })).toBe(true);
    expect(decide({ const: [] }, { length: 0 })).toBe(false);
    expect(decide({ enum: [[], 1] }, { length: 0 })).toBe(false);
  });

  test('elements that only look alike in a digest are different', () => {
    const values = [[[1], 2], [[1, 2]]];
    expect(typebox({ uniqueItems: true }, values)).toBe(false);
    expect(decide({ type: 'array', uniqueItems: true }, values)).toBe(true);
  });

  test('a multiple is exact, however small the unit', () => {
    expect(typebox({ multipleOf: 1e-11 }, 1.5e-11)).toBe(true);
    expect(decide({ type: 'number', multipleOf: 1e-11 }, 1.5e-11)).toBe(false);
  });

  test('a length beyond 32 bits does not wrap around: the least one is refused, the most one holds', () => {
    expect(typebox({ minLength: 2 ** 30 }, 'x')).toBe(true);
    expect(() => accept({ type: 'string', minLength: 2 ** 30, maxLength: 2 ** 31 })).toThrow();
    expect(decide({ type: 'string', maxLength: 2 ** 31 }, '😀')).toBe(true);
    expect(decide({ type: 'string', maxLength: Number.MAX_SAFE_INTEGER }, '😀')).toBe(true);
  });

  test('a format that TypeBox does not know is checked', () => {
    expect(typebox({ format: 'safe-path' }, '../x')).toBe(true);
    expect(decide({ type: 'string', format: 'safe-path' }, '../x')).toBe(false);
  });

  test('what a failed condition saw does not count as evaluated', () => {
    const not = { not: { properties: { a: true }, minProperties: 5 } };
    expect(typebox({ ...not, unevaluatedProperties: false }, { a: 1 })).toBe(true);
    expect(decide({ type: 'object', ...not, unevaluatedProperties: false }, { a: 1 })).toBe(false);
    const condition = { if: { properties: { a: true }, minProperties: 5 }, else: true };
    expect(typebox({ ...condition, unevaluatedProperties: false }, { a: 1 })).toBe(true);
    expect(decide({ type: 'object', ...condition, unevaluatedProperties: false }, { a: 1 })).toBe(
      false,
    );
  });

  test('a side of a condition does not see what its neighbours evaluated', () => {
    const schema = { type: 'array', contains: true, if: false, else: { unevaluatedItems: false } };
    expect(typebox(schema, [1])).toBe(true);
    expect(decide(schema, [1])).toBe(false);
    const depends = {
      type: 'object',
      patternProperties: { '^a$': true },
      dependentSchemas: { a: { unevaluatedProperties: false } },
    };
    expect(decide(depends, { a: 1 })).toBe(false);
  });

  test('what an element holds does not count for the list', () => {
    const schema = {
      type: 'array',
      contains: { prefixItems: [{ const: 1 }], minItems: 1, type: 'array' },
      unevaluatedItems: false,
    };
    expect(typebox(schema, ['x', [1]])).toBe(true);
    expect(decide(schema, ['x', [1]])).toBe(false);
    expect(decide(schema, [[1]])).toBe(true);
  });

  test('what a property holds does not count for the object', () => {
    const schema = {
      type: 'object',
      unevaluatedProperties: { type: 'object', properties: { x: true } },
    };
    expect(typebox(schema, { a: { x: 1 }, x: 5 })).toBe(true);
    expect(decide(schema, { a: { x: 1 }, x: 5 })).toBe(false);
    expect(decide(schema, { a: { x: 1 }, x: {} })).toBe(true);
  });

  test('`unevaluatedProperties` says nothing about lists', () => {
    expect(typebox({ unevaluatedProperties: false }, [1])).toBe(false);
    expect(decide({ type: any, unevaluatedProperties: false }, [1])).toBe(true);
    expect(decide({ type: any, unevaluatedProperties: false }, { a: 1 })).toBe(false);
    expect(decide({ type: any, unevaluatedProperties: { type: 'null' } }, { a: null })).toBe(true);
  });
});

test('every keyword decides something, by itself and in both engines', () => {
  const cases: readonly (readonly [object, unknown, unknown])[] = [
    [{ type: 'string' }, 'x', 1],
    [{ enum: ['a', { b: 1 }] }, { b: 1 }, { b: 2 }],
    [{ const: { a: [1] } }, { a: [1] }, { a: [2] }],
    [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, 1, 3],
    [{ anyOf: [{ const: 1 }, { const: 2 }] }, 2, 3],
    [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 1, 2],
    [{ not: { const: 1 } }, 2, 1],
    [{ if: { minimum: 5 }, then: { maximum: 6 } }, 6, 7],
    [{ if: { minimum: 5 }, else: { maximum: 3 } }, 3, 4],
    [{ $ref: '#/$defs/x', $defs: { x: { const: 1 } } }, 1, 2],
    [{ $ref: '#/definitions/x', definitions: { x: { const: 1 } } }, 1, 2],
    [{ maximum: 1 }, 1, 1.1],
    [{ exclusiveMaximum: 1 }, 0.9, 1],
    [{ minimum: 1 }, 1, 0.9],
    [{ exclusiveMinimum: 1 }, 1.1, 1],
    [{ multipleOf: 2 }, 4, 5],
    [{ maxLength: 2 }, '😀😀', 'xxx'],
    [{ minLength: 2 }, 'xx', '😀'],
    [{ pattern: '^a+$', maxLength: 5 }, 'aa', 'ab'],
    [{ format: 'ipv4' }, '127.0.0.1', '127.0.0'],
    [{ items: { type: 'null' } }, [null], [1]],
    [{ prefixItems: [{ type: 'null' }] }, [null, 1], [1]],
    [{ prefixItems: [true], items: false }, [1], [1, 2]],
    [{ contains: { const: 1 } }, [2, 1], [2]],
    [{ contains: { const: 1 }, minContains: 2 }, [1, 1], [1]],
    [{ contains: { const: 1 }, maxContains: 1 }, [1], [1, 1]],
    [{ maxItems: 1 }, [1], [1, 2]],
    [{ minItems: 1 }, [1], []],
    [{ uniqueItems: true }, [1, 2], [1, 1]],
    [{ prefixItems: [true], unevaluatedItems: false }, [1], [1, 2]],
    [{ properties: { a: { type: 'null' } } }, { a: null }, { a: 1 }],
    [
      { patternProperties: { '^x': { type: 'null' } }, additionalProperties: true },
      { x: null, y: 1 },
      { x: 1 },
    ],
    [{ additionalProperties: { type: 'null' } }, { a: null }, { a: 1 }],
    [{ additionalProperties: false, properties: { a: true } }, { a: 1 }, { b: 1 }],
    [
      { propertyNames: { pattern: '^[a-z]$', maxLength: 1 }, additionalProperties: true },
      { a: 1 },
      { A: 1 },
    ],
    [{ required: ['a'], additionalProperties: true }, { a: 1 }, {}],
    [{ dependentRequired: { a: ['b'] }, additionalProperties: true }, { b: 1 }, { a: 1 }],
    [
      { dependentSchemas: { a: { maxProperties: 1 } }, additionalProperties: true },
      { a: 1 },
      { a: 1, b: 1 },
    ],
    [{ maxProperties: 1, additionalProperties: true }, { a: 1 }, { a: 1, b: 1 }],
    [{ minProperties: 1, additionalProperties: true }, { a: 1 }, {}],
    [{ allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { a: 1 }, { b: 1 }],
  ];
  const says = ['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'];
  for (const [schema, good, bad] of cases) {
    const parts = 'allOf' in schema ? (schema.allOf as readonly object[]) : [];
    const isOpen = !['type', ...says].some((keyword) => Object.hasOwn(schema, keyword));
    const typed = {
      ...schema,
      ...(isOpen ? { additionalProperties: true } : {}),
      allOf: [...parts, { type: any }],
    };
    expect([schema, decide(typed, good), decide(typed, bad)]).toEqual([schema, true, false]);
    expect(accept(typed).violations(good)).toEqual([]);
    expect(accept(typed).violations(bad)).not.toEqual([]);
  }
});
