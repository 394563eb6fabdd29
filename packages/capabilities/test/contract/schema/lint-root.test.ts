import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { accept, acceptArgs, faultOf, placeOf } from './accepting.js';

const Args = Type.Object({ q: Type.String() });

describe('arguments', () => {
  test('S1-005 are an object, and the root says so: any other schema is refused', () => {
    const others = [
      { properties: { q: { type: 'string' } } },
      { type: 'string' },
      { type: ['object', 'null'], properties: {} },
      { $ref: '#/$defs/x', $defs: { x: Args } },
      { anyOf: [Args, Args] },
      {},
    ];
    for (const schema of others) {
      expect(placeOf(() => acceptArgs(schema))).toBe('/type');
      expect(faultOf(() => acceptArgs(schema))).toContain("write `type: 'object'` at the root");
    }
  });

  test('S1-005 as TypeBox writes them are accepted', () => {
    expect(acceptArgs(Args).check({ q: 'x' })).toBe(true);
    expect(acceptArgs(Type.Object({})).check({})).toBe(true);
    expect(
      acceptArgs({ type: 'object', $ref: '#/$defs/x', $defs: { x: Args } }).check({ q: 'x' }),
    ).toBe(true);
    expect(
      acceptArgs(Type.Intersect([Args, Type.Object({ n: Type.Null() })], { type: 'object' })).check(
        { q: 'x', n: null },
      ),
    ).toBe(true);
  });
});

describe('a result', () => {
  test('S1-006 is described: a missing schema is refused', () => {
    for (const missing of [undefined, null, '', 0, [], () => Args])
      expect(faultOf(() => accept(missing))).toMatch(/^`test\.schema`: result schema at `#`/);
  });

  test.each([
    ['nothing', {}],
    ['yes to everything', true],
    ['a format alone', { format: 'email' }],
    ['a union with an open branch', { anyOf: [{ type: 'null' }, { title: 'anything' }] }],
    ['only itself', { properties: {}, anyOf: [{ not: {} }] }],
    ['what a reference leaves open', { $ref: '#/$defs/x', $defs: { x: { title: 'anything' } } }],
  ])('S1-006 declares its type: %s is refused', (_, schema) => {
    expect(() => accept(schema)).toThrow(/write a|write `type`/);
  });

  test.each([
    ['a type', { type: 'null' }],
    ['several types', { type: ['integer', 'null'] }],
    ['listed values', { enum: ['a', 1] }],
    ['a union of types', { anyOf: [{ type: 'null' }, { const: 1 }] }],
    ['a part', { allOf: [{ minLength: 1 }, { type: 'string' }] }],
    ['a reference', { $ref: '#/$defs/x', $defs: { x: { type: 'null' } } }],
  ])('declares it by %s', (_, schema) => {
    expect(() => accept(schema)).not.toThrow();
  });
});
