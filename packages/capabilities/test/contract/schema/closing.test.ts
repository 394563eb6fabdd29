import { Type as Old } from '@sinclair/typebox';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { accept, acceptArgs, faultOf, placeOf } from './accepting.js';

const name = { type: 'string', maxLength: 9 };
const a = { type: 'object', properties: { a: name } };
const b = { type: 'object', properties: { b: name } };

describe('an object whose author leaves other properties open is closed', () => {
  test('S3-173 at the root and at every depth', () => {
    const { check, tightened } = acceptArgs({
      type: 'object',
      properties: {
        q: name,
        deep: { type: 'object', properties: { list: { type: 'array', items: a, maxItems: 3 } } },
      },
    });
    expect(check({ q: 'x', deep: { list: [{ a: 'x' }] } })).toBe(true);
    expect(check({ q: 'x', more: 1 })).toBe(false);
    expect(check({ deep: { more: 1 } })).toBe(false);
    expect(check({ deep: { list: [{ a: 'x', more: 1 }] } })).toBe(false);
    expect(tightened).toEqual([
      { path: '', keyword: 'additionalProperties', value: false },
      { path: '/properties/deep', keyword: 'additionalProperties', value: false },
      {
        path: '/properties/deep/properties/list/items',
        keyword: 'additionalProperties',
        value: false,
      },
    ]);
  });

  test('and left as it is where the author has said so', () => {
    const open = { ...a, additionalProperties: true };
    expect(accept(open).tightened).toEqual([]);
    expect(accept(open).check({ a: 'x', more: { at: 'all' } })).toBe(true);
    expect(accept({ ...a, additionalProperties: { type: 'null' } }).check({ more: null })).toBe(
      true,
    );
    expect(accept({ ...a, unevaluatedProperties: false }).tightened).toEqual([]);
  });

  test('around its parts, when it is composed of several', () => {
    const { check, json } = accept({ allOf: [a, b] });
    expect(json['unevaluatedProperties']).toBe(false);
    expect(check({ a: 'x', b: 'y' })).toBe(true);
    expect(check({ a: 'x', b: 'y', c: 'z' })).toBe(false);
  });

  test.each([
    [
      'typebox',
      Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Number() })]),
    ],
    [
      '@sinclair/typebox',
      Old.Intersect([Old.Object({ a: Old.String() }), Old.Object({ b: Old.Number() })]),
    ],
  ])('around an intersection of %s', (_, schema) => {
    const { check } = accept(schema);
    expect(check({ a: 'x', b: 1 })).toBe(true);
    expect([{ a: 'x' }, { a: 'x', b: 1, c: 1 }, { a: 'x', b: 'y' }].some(check)).toBe(false);
  });

  test('around a condition that names properties, and simply when it names none', () => {
    const conditional = {
      ...a,
      if: { properties: { a: { const: 'x' } }, required: ['a'] },
      then: { properties: { b: name }, required: ['b'] },
    };
    const { check, json } = accept(conditional);
    expect(json['unevaluatedProperties']).toBe(false);
    expect([{}, { a: 'y' }, { a: 'x', b: 'y' }].every(check)).toBe(true);
    expect([{ a: 'x' }, { a: 'y', b: 'y' }, { c: 1 }].some(check)).toBe(false);
    expect(
      accept({ ...a, anyOf: [{ required: ['a'] }, { maxProperties: 0 }] }).json[
        'additionalProperties'
      ],
    ).toBe(false);
  });

  test('in each branch of a union, so that no value is a mixture of two', () => {
    const { check, tightened } = accept({ anyOf: [a, b, { type: 'null' }] });
    expect([{ a: 'x' }, { b: 'x' }, null].every(check)).toBe(true);
    expect(check({ a: 'x', b: 'x' })).toBe(false);
    expect(tightened.map(({ path }) => path)).toEqual(['/anyOf/0', '/anyOf/1']);
  });

  test('around a union that has properties of its own', () => {
    const { check } = accept({
      type: 'object',
      properties: { kind: name },
      oneOf: [a, b].map((part) => ({ ...part, minProperties: 2 })),
      unevaluatedProperties: false,
    });
    expect(check({ kind: 'x', a: 'y', b: 1 })).toBe(false);
    const open = accept({
      type: 'object',
      properties: { kind: name },
      anyOf: [
        { ...a, required: ['a'] },
        { ...b, required: ['b'] },
      ],
    });
    expect(open.json['unevaluatedProperties']).toBe(false);
    expect(
      [
        { kind: 'x', a: 'y' },
        { kind: 'x', b: 'y' },
      ].every(open.check),
    ).toBe(true);
    expect([{ kind: 'x' }, { kind: 'x', a: 'y', c: 1 }].some(open.check)).toBe(false);
  });

  test('where a reference leads, once', () => {
    const { tightened, check } = accept({
      type: 'object',
      properties: { one: { $ref: '#/$defs/a' }, two: { $ref: '#/$defs/a' } },
      $defs: { a },
    });
    expect(tightened.map(({ path }) => path)).toEqual(['', '/$defs/a']);
    expect(check({ one: { a: 'x' }, two: { more: 1 } })).toBe(false);
  });

  test('but never within a condition, which would open what it decides', () => {
    const { check } = accept({
      ...a,
      not: { properties: { a: { const: 'no' } }, required: ['a'] },
    });
    expect(check({ a: 'yes' })).toBe(true);
    expect(check({ a: 'no' })).toBe(false);
    expect(check({ a: 'no', more: 1 })).toBe(false);
  });
});

describe('an object that cannot be closed without leaving nothing that fits is refused', () => {
  test.each([
    ['it names no property', { type: 'object' }, '', 'names no property'],
    [
      'it requires one it does not describe',
      { ...a, required: ['b'] },
      '/required',
      'describe each required property',
    ],
    [
      'it is used alone and as a part',
      {
        type: 'object',
        properties: { x: { $ref: '#/$defs/a' }, y: { allOf: [{ $ref: '#/$defs/a' }, b] } },
        $defs: { a },
      },
      '/$defs/a',
      'state `additionalProperties`',
    ],
    [
      'two parts describe one property',
      { allOf: [{ properties: { x: a } }, { properties: { x: b } }], type: 'object' },
      '/allOf/1/properties/x',
      'state `additionalProperties` in both',
    ],
    [
      'it decides a condition as well',
      {
        type: 'object',
        properties: { x: { $ref: '#/$defs/a' } },
        not: { $ref: '#/$defs/a' },
        $defs: { a },
      },
      '/$defs/a',
      'it decides a condition: state `additionalProperties`',
    ],
    [
      'a branch of its union leaves it open',
      { type: 'object', anyOf: [a, { title: 'anything' }] },
      '/anyOf/1',
      'declare the type in each branch',
    ],
  ])('%s', (_, schema, place, words) => {
    expect(placeOf(() => accept(schema))).toBe(place);
    expect(faultOf(() => accept(schema))).toContain(words);
  });

  test('and accepted once the author says what it means', () => {
    const stated = { ...a, additionalProperties: true };
    const schema = {
      type: 'object',
      properties: {
        x: { $ref: '#/$defs/a', unevaluatedProperties: false },
        y: { allOf: [{ $ref: '#/$defs/a' }, b] },
      },
      $defs: { a: stated },
    };
    expect(() => accept(schema)).not.toThrow();
  });
});
