import { describe, expect, test } from 'vitest';
import { accept } from './accepting.js';

const found = (schema: unknown, value: unknown): readonly string[] =>
  accept(schema)
    .violations(value)
    .map(({ path, rule }) => `${path} ${rule}`);
const open = (schema: object): object => ({
  type: ['object', 'array', 'string', 'number'],
  additionalProperties: true,
  ...schema,
});
const no = { type: 'null' };

describe('a broken rule is told with its place', () => {
  test.each<[string, object, unknown, readonly string[]]>([
    ['a type', { type: 'integer' }, '5', [' type']],
    ['a missing property', open({ required: ['a', 'b/c'] }), {}, ['/a required', '/b~1c required']],
    [
      'a dependent property',
      open({ dependentRequired: { a: ['b', 'c'] } }),
      { a: 1, c: 1 },
      ['/b dependentRequired'],
    ],
    [
      'a dependent schema',
      open({ dependentSchemas: { a: { maxProperties: 1 } } }),
      { a: 1, b: 1 },
      [' maxProperties'],
    ],
    [
      'an unknown property, unnamed',
      { type: 'object', properties: { a: no } },
      { secret: 1 },
      ['/* additionalProperties'],
    ],
    [
      'several unknown ones, once',
      { type: 'object', properties: { a: no } },
      { x: 1, y: 1 },
      ['/* additionalProperties'],
    ],
    ['a property', { type: 'object', properties: { 'a~b': no } }, { 'a~b': 1 }, ['/a~0b type']],
    [
      'a property that may not be there',
      { type: 'object', properties: { a: false } },
      { a: 1 },
      ['/a properties'],
    ],
    [
      'a property found by pattern, unnamed',
      { type: 'object', patternProperties: { '^x': no } },
      { x1: 1 },
      ['/* type'],
    ],
    [
      'an additional property, unnamed',
      { type: 'object', additionalProperties: no },
      { x1: [] },
      ['/* type'],
    ],
    ['a name', open({ propertyNames: { maxLength: 1 } }), { ab: 1 }, ['/* propertyNames']],
    [
      'an unevaluated property',
      { type: 'object', allOf: [{ properties: { a: true } }] },
      { b: 1 },
      ['/* unevaluatedProperties'],
    ],
    ['an element', { type: 'array', items: no }, [null, 1], ['/1 type']],
    ['an element of the prefix', { type: 'array', prefixItems: [no, no] }, [1], ['/0 type']],
    [
      'an element too many',
      { type: 'array', prefixItems: [true], items: false },
      [1, 2],
      ['/1 items'],
    ],
    [
      'an unevaluated element',
      open({ prefixItems: [true], unevaluatedItems: false }),
      [1, 2],
      ['/* unevaluatedItems'],
    ],
    ['a missing element', open({ contains: no }), [1], [' contains']],
    [
      'too many elements',
      open({ contains: { type: 'number' }, maxContains: 1 }),
      [1, 2],
      [' contains'],
    ],
    [
      'too few elements',
      open({ contains: { type: 'number' }, minContains: 2 }),
      [1],
      [' contains'],
    ],
    ['equal elements', open({ uniqueItems: true }), [1, 1], [' uniqueItems']],
    [
      'a part',
      open({ allOf: [{ minimum: 3 }, { multipleOf: 2 }] }),
      1,
      [' minimum', ' multipleOf'],
    ],
    ['a denied schema', open({ not: { const: 1 } }), 1, [' not']],
    ['what then holds', open({ if: { minimum: 5 }, then: { maximum: 6 } }), 7, [' maximum']],
    ['what else holds', open({ if: { minimum: 5 }, else: false }), 3, [' else']],
    [
      'what a reference leads to',
      open({ $ref: '#/$defs/x', $defs: { x: { maxLength: 1 } } }),
      'xx',
      [' maxLength'],
    ],
    ['a value that is not listed', { enum: ['a', 1] }, 'b', [' enum']],
    ['a constant', { const: { a: 1 } }, { a: 2 }, [' const']],
    [
      'several at once',
      { type: 'object', properties: { a: no, b: no }, required: ['a', 'b', 'c'].slice(0, 2) },
      { a: 1, z: 1 },
      ['/b required', '/a type', '/* additionalProperties'],
    ],
  ])('%s', (_, schema, value, violations) => {
    expect(found(schema, value)).toEqual(violations);
  });
});

test('what is left over is told only when nothing else is broken', () => {
  const composed = { type: 'object', allOf: [{ properties: { a: no } }] };
  expect(found(composed, { a: 1 })).toEqual(['/a type']);
  expect(found(composed, { a: null, b: 1 })).toEqual(['/* unevaluatedProperties']);
});

test('a key that looks like an index is not told either', () => {
  expect(found({ type: 'object', additionalProperties: no }, { 4917612345678: 1 })).toEqual([
    '/* type',
  ]);
});
