import { Type as Old } from '@sinclair/typebox';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { buildGraph } from '../../../src/contract/schema/references.js';
import { accept, faultOf, placeOf } from './accepting.js';

const site = { subject: 'test.schema', place: 'args' } as const;
const tree = {
  type: 'object',
  properties: { id: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
};

describe('a reference', () => {
  test('is `#`, a pointer to a schema of this document, or the name one of them has', () => {
    const { references } = buildGraph(
      {
        properties: {
          a: { $ref: '#' },
          b: { $ref: '#/$defs/x~1y%20z' },
          c: { $ref: 'Node' },
        },
        $defs: { 'x/y z': {}, node: { $id: 'Node' } },
      },
      site,
    );
    expect([...references]).toEqual([
      ['/properties/a', ''],
      ['/properties/b', '/$defs/x~1y z'],
      ['/properties/c', '/$defs/node'],
    ]);
  });

  test.each([
    ['to nothing', '#/$defs/none'],
    ['to what is no schema', '#/required'],
    ['to a value', '#/properties/a/const'],
    ['to another document', 'https://example.org/schema.json'],
    ['to another document, in part', 'other.json#/$defs/x'],
    ['to a name nobody has', 'Nobody'],
    ['to an anchor', '#anchor'],
    ['that cannot be decoded', '#/%zz'],
    ['through the prototype', '#/constructor'],
  ])('S1-020 is refused at build: one %s', (_, $ref) => {
    const schema = {
      type: 'object',
      properties: { a: { const: {} }, b: { $ref } },
      required: ['a'],
    };
    expect(placeOf(() => accept(schema))).toBe('/properties/b/$ref');
  });

  test('that comes back to the same value without an end is refused', () => {
    const loops = [
      { $ref: '#' },
      { allOf: [{ $ref: '#' }] },
      {
        $ref: '#/$defs/a',
        $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } },
      },
      { if: { $ref: '#' }, then: true },
      { dependentSchemas: { a: { $ref: '#' } } },
    ];
    for (const loop of loops)
      expect(faultOf(() => buildGraph(loop, site))).toContain(
        'refers to itself for the same value',
      );
    expect(() => buildGraph(tree, site)).not.toThrow();
    expect(() => buildGraph({ contains: { $ref: '#' } }, site)).not.toThrow();
  });

  test('through a chain that would exhaust the stack is refused', () => {
    const chain = (length: number): object =>
      Object.fromEntries(
        Array.from({ length }, (_, i) => [`d${i}`, { $ref: `#/$defs/d${i + 1}` }]),
      );
    for (const $defs of [
      chain(5_000),
      Object.fromEntries(Object.entries(chain(5_000)).reverse()),
    ]) {
      const schema = { $ref: '#/$defs/d0', $defs: { ...$defs, d5000: { type: 'null' } } };
      expect(faultOf(() => buildGraph(schema, site))).toContain('refer to each other');
    }
  });
});

describe('a name in `$id`', () => {
  test('is plain, and no other schema has it', () => {
    const named = (...ids: string[]): object => ({
      type: 'object',
      properties: Object.fromEntries(ids.map(($id, index) => [`p${index}`, { $id }])),
    });
    expect(placeOf(() => accept(named('a', 'a')))).toBe('/properties/p1/$id');
    expect(placeOf(() => accept(named('#a')))).toBe('/properties/p0/$id');
    expect(placeOf(() => accept(named('https://example.org/x')))).toBe('/properties/p0/$id');
    expect(() => accept({ $id: 'https://example.org/x', type: 'null' })).not.toThrow();
  });

  test('starts a document of its own, in which `#` is refused since it means that one', () => {
    const schema = { type: 'object', properties: { a: { $id: 'A', items: { $ref: '#' } } } };
    expect(faultOf(() => accept(schema))).toContain('refer by name');
  });
});

describe('recursion as TypeBox writes it is checked at every depth', () => {
  const node = Type.Cyclic({ Node: Type.Object({ kids: Type.Array(Type.Ref('Node')) }) }, 'Node');
  const oldNode = Old.Recursive((This) => Old.Object({ kids: Old.Array(This) }));
  const module = Old.Module({ Node: Old.Object({ kids: Old.Array(Old.Ref('Node')) }) }).Import(
    'Node',
  );

  test.each([
    ['Type.Cyclic', node],
    ['0.34 Type.Recursive', oldNode],
    ['0.34 Type.Module', module],
    ['Type.This', Type.Object({ kids: Type.Array(Type.This()) })],
  ])('%s', (_, schema) => {
    const { check, violations } = accept(schema);
    expect(check({ kids: [{ kids: [{ kids: [] }] }] })).toBe(true);
    expect(check({ kids: [{ kids: [{}] }] })).toBe(false);
    expect(violations({ kids: [{ kids: [{ kids: [], more: 1 }] }] })).toEqual([
      { path: '/kids/0/kids/0/*', rule: 'additionalProperties' },
    ]);
  });
});
