import { Type as Old, TypeRegistry } from '@sinclair/typebox';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { markFault } from '../../../src/contract/schema/authored-kinds.js';
import { accept, faultOf } from './accepting.js';

const within = (schema: unknown): unknown => ({
  type: 'object',
  properties: { at: schema },
});

describe('a TypeBox 1.x schema', () => {
  test.each([
    [
      'a codec',
      Type.Codec(Type.String()).Decode(Number).Encode(String),
      'describe the encoded form',
    ],
    ['a refinement', Type.Refine(Type.String(), () => true), 'a refinement is a function'],
    ['a bigint', Type.BigInt(), 'write an integer, or a string of digits'],
    ['undefined', Type.Undefined(), 'leave the property out of `required`'],
    ['void', Type.Void(), 'leave the property out of `required`'],
    ['a symbol', Type.Symbol(), 'kind is not one that JSON Schema can express'],
    ['a function', Type.Function([], Type.Null()), 'kind is not one that JSON Schema can express'],
    [
      'a constructor',
      Type.Constructor([], Type.Null()),
      'kind is not one that JSON Schema can express',
    ],
    ['an unsafe bigint', Type.Unsafe<bigint>({ type: 'bigint' }), 'one of the seven JSON types'],
  ])('with %s is refused, with its place and a remedy', (_, schema, remedy) => {
    const message = faultOf(() => accept(within(schema)));
    expect(message).toContain('#/properties/at');
    expect(message).toContain(remedy);
  });

  test('whose kind TypeBox does not know is refused', () => {
    expect(markFault('kind', 'Anything')).toContain('kind is not one that JSON Schema can express');
    expect(markFault('kind', 7)).toContain('kind is not one that JSON Schema can express');
    expect(markFault('standard', {})).toContain('another schema library');
    expect(markFault('new-mark', true)).toContain('write it as JSON Schema');
  });

  test('that only says something about the static type is accepted', () => {
    const schema = Type.Object({
      a: Type.Readonly(Type.Optional(Type.String())),
      b: Type.Unsafe<'x'>({ type: 'string', const: 'x' }),
      c: Type.Immutable(Type.Array(Type.Integer())),
    });
    expect(accept(schema).check({ b: 'x', c: [1] })).toBe(true);
  });
});

describe('a TypeBox 0.34 schema', () => {
  TypeRegistry.Set('Custom', () => true);
  const custom = { ...Old.Unsafe({}), [Symbol.for('TypeBox.Kind')]: 'Custom' };

  test.each([
    ['a date', Old.Date(), 'a string with the format `date-time`'],
    ['bytes', Old.Uint8Array(), 'a string that holds base64'],
    [
      'a transform',
      Old.Transform(Old.String()).Decode(Number).Encode(String),
      'describe the encoded form',
    ],
    ['a custom kind', custom, 'kind is not one that JSON Schema can express'],
    ['a bigint', Old.BigInt(), 'write an integer, or a string of digits'],
    ['a regular expression', Old.RegExp(/a/), 'kind is not one that JSON Schema can express'],
    ['a promise', Old.Promise(Old.String()), 'kind is not one that JSON Schema can express'],
    ['an iterator', Old.Iterator(Old.String()), 'kind is not one that JSON Schema can express'],
  ])('with %s is refused, with its place and a remedy', (_, schema, remedy) => {
    const message = faultOf(() => accept(within(schema)));
    expect(message).toContain('#/properties/at');
    expect(message).toContain(remedy);
  });

  test('that is JSON Schema through and through is accepted', () => {
    const schema = Old.Object({
      a: Old.Optional(Old.Readonly(Old.String())),
      b: Old.Union([Old.Literal('x'), Old.Null()]),
      c: Old.Enum({ One: 1, Two: 'two' }),
      d: Old.Not(Old.Object({ a: Old.Boolean() })),
    });
    expect(accept(schema).check({ b: null, c: 'two', d: 4 })).toBe(true);
    expect(accept(schema).check({ b: 'y', c: 'two', d: 4 })).toBe(false);
  });
});
