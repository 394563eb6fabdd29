import { describe, expect, test } from 'vitest';
import { KEYWORDS } from '../../../src/contract/schema/keywords.js';
import { held, holdsSchemas, mapHeld } from '../../../src/contract/schema/subschemas.js';

describe('the schemas within a schema', () => {
  test('are found wherever a keyword holds them, and nowhere else', () => {
    const schema = {
      properties: { 'a/b': { type: 'string' }, b: true },
      allOf: [{}, false],
      items: { type: 'null' },
      not: {},
      $defs: { x: {} },
      enum: [{ type: 'object' }],
      const: { properties: { a: {} } },
      default: { not: {} },
    } as const;
    expect(held(schema).map(({ path, relation }) => [path, relation])).toEqual([
      ['/properties/a~1b', 'child'],
      ['/properties/b', 'child'],
      ['/allOf/0', 'part'],
      ['/allOf/1', 'part'],
      ['/items', 'child'],
      ['/not', 'condition'],
      ['/$defs/x', 'definition'],
    ]);
  });

  test('are left out where they are none', () => {
    expect(held({ properties: { a: 7 }, allOf: 'x', items: null, anyOf: [1] })).toEqual([]);
  });

  test('can all be changed, and nothing else is', () => {
    const schema = { properties: { a: { type: 'string' } }, anyOf: [true], enum: [{ a: {} }] };
    const changed = mapHeld(schema, (_, path) => ({ title: path }));
    expect(changed).toEqual({
      properties: { a: { title: '/properties/a' } },
      anyOf: [{ title: '/anyOf/0' }],
      enum: [{ a: {} }],
    });
  });
});

test('the keywords that hold schemas are pinned', () => {
  expect([...KEYWORDS.keys()].filter(holdsSchemas).sort()).toEqual([
    '$defs',
    'additionalProperties',
    'allOf',
    'anyOf',
    'contains',
    'definitions',
    'dependentSchemas',
    'else',
    'if',
    'items',
    'not',
    'oneOf',
    'patternProperties',
    'prefixItems',
    'properties',
    'propertyNames',
    'then',
    'unevaluatedItems',
    'unevaluatedProperties',
  ]);
});

test('for each keyword that takes a schema: the schema within is found', () => {
  for (const [keyword, { fits }] of KEYWORDS) {
    const takes = [{}, [{}], { x: {} }].filter((value) => fits(value));
    const isHolder = ['const', 'default'].includes(keyword) ? false : holdsSchemas(keyword);
    const found = takes.some((value) => held({ [keyword]: value }).length > 0);
    expect([keyword, found]).toEqual([keyword, isHolder]);
  }
});
