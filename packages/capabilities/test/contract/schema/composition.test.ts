import { describe, expect, test } from 'vitest';
import { isListed, mentions, readCompositions } from '../../../src/contract/schema/composition.js';
import { buildGraph } from '../../../src/contract/schema/references.js';
import type { JsonObject } from '../../../src/internal/json.js';

const site = { subject: 'test.schema', place: 'args' } as const;
const compositionOf = (schema: JsonObject) => readCompositions(buildGraph(schema, site));

describe('a composition', () => {
  test('has for parts whatever is applied to the same value, through references', () => {
    const schema = {
      allOf: [{ $ref: '#/$defs/x' }],
      anyOf: [{}, true],
      properties: { a: {} },
      not: {},
      $defs: { x: { then: {} } },
    };
    expect(compositionOf(schema).parts('')).toEqual([
      '',
      '/allOf/0',
      '/$defs/x',
      '/$defs/x/then',
      '/anyOf/0',
      '/anyOf/1',
    ]);
    expect(compositionOf(schema).at('/anyOf/1')).toEqual({});
  });

  test.each<[string, JsonObject, readonly string[]]>([
    ['its own', { type: ['object', 'null'] }, ['object', 'null']],
    [
      'what all parts leave',
      { type: ['object', 'null'], allOf: [{ type: ['null', 'string'] }] },
      ['null'],
    ],
    [
      'what any branch allows',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      ['null', 'string'],
    ],
    [
      'a whole number, where any number is one',
      { type: 'number', allOf: [{ type: 'integer' }] },
      ['integer'],
    ],
    ['none, where a part says no', { type: 'string', allOf: [false] }, []],
    ['what a reference leaves', { $ref: '#/$defs/x', $defs: { x: { type: 'array' } } }, ['array']],
    [
      'unchanged by what holds only sometimes',
      { type: 'string', then: { type: 'null' } },
      ['string'],
    ],
  ])('has for types %s', (_, schema, types) => {
    expect([...compositionOf(schema).types('')]).toEqual(types);
  });

  test.each<[string, JsonObject, boolean]>([
    ['its own', { type: 'string', maxLength: 3 }, true],
    ['that of a part', { type: 'string', allOf: [{}, { maxLength: 3 }] }, true],
    ['that of each branch', { anyOf: [{ maxLength: 3 }, { type: 'null' }, { const: 'x' }] }, true],
    [
      'missing in one branch',
      { type: 'string', anyOf: [{ maxLength: 3 }, { minLength: 1 }] },
      false,
    ],
    ['there only sometimes', { type: 'string', then: { maxLength: 3 } }, false],
  ])('has for bound of its texts %s', (_, schema, isBounded) => {
    expect(compositionOf(schema).isBounded('', 'maxLength')).toBe(isBounded);
  });

  test('describes a property once per part, and once per union', () => {
    const schema = {
      properties: { a: {} },
      allOf: [{ properties: { a: {} } }],
      oneOf: [{ properties: { a: {}, b: {} } }, { properties: { b: {} } }],
    };
    const found = compositionOf(schema).descriptions('');
    expect([...(found.get('property a') ?? [])]).toEqual([
      '/properties/a',
      '/allOf/0/properties/a',
      '/oneOf/0/properties/a',
    ]);
    expect([...(found.get('property b') ?? [])]).toEqual(['/oneOf/0/properties/b']);
  });

  test('that refers to itself a thousand times over is read all the same', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
      ]),
    );
    const twice = { allOf: [{ $ref: '#/$defs/d0' }], $defs: { ...$defs, d40: { type: 'null' } } };
    expect([...compositionOf(twice).types('')]).toEqual(['null']);
    expect(compositionOf(twice).descriptions('').size).toBe(0);
    expect(compositionOf(twice).isBounded('', 'maxItems')).toBe(true);
  });
});

test('a schema mentions a type by declaring it or by a keyword about it', () => {
  expect(mentions({ type: ['null', 'object'] }, 'object')).toBe(true);
  expect(mentions({ minItems: 1 }, 'array')).toBe(true);
  expect(mentions({ title: 'object' }, 'object')).toBe(false);
  expect(isListed({ const: null })).toBe(true);
  expect(isListed({ default: null })).toBe(false);
});
