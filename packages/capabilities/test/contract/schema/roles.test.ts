import { describe, expect, test } from 'vitest';
import { buildGraph } from '../../../src/contract/schema/references.js';
import { delegates, findRoles } from '../../../src/contract/schema/roles.js';
import type { JsonObject } from '../../../src/internal/json.js';

const site = { subject: 'test.schema', place: 'args' } as const;
const rolesIn = (schema: JsonObject): Record<string, readonly string[]> =>
  Object.fromEntries(
    [...findRoles(buildGraph(schema, site))].map(([at, roles]) => [at, [...roles]]),
  );

describe('a schema', () => {
  test('is whole when it alone describes a value, and a part when others do too', () => {
    expect(
      rolesIn({
        properties: { a: {} },
        allOf: [{ properties: { b: {} } }],
        anyOf: [{}],
        then: {},
        dependentSchemas: { a: {} },
      }),
    ).toEqual({
      '': ['whole'],
      '/properties/a': ['whole'],
      '/allOf/0': ['part'],
      '/allOf/0/properties/b': ['whole'],
      '/anyOf/0': ['part'],
      '/then': ['part'],
      '/dependentSchemas/a': ['part'],
    });
  });

  test('hands its role on when one union or one reference says everything', () => {
    expect(
      rolesIn({ type: 'object', title: 'x', anyOf: [{}, { $ref: '#/$defs/x' }], $defs: { x: {} } }),
    ).toEqual({
      '': ['whole'],
      '/anyOf/0': ['whole'],
      '/anyOf/1': ['whole'],
      '/$defs/x': ['whole'],
    });
    expect(delegates({ anyOf: [true], oneOf: [true] })).toBe(false);
    expect(delegates({ $ref: '#', minLength: 1 })).toBe(false);
    expect(delegates({ allOf: [true] })).toBe(false);
    expect(delegates({ description: 'nothing' })).toBe(false);
  });

  test('under a condition is one, all the way down', () => {
    expect(rolesIn({ not: { properties: { a: { allOf: [{}] } } }, contains: {}, if: {} })).toEqual({
      '': ['whole'],
      '/not': ['condition'],
      '/not/properties/a': ['condition'],
      '/not/properties/a/allOf/0': ['condition'],
      '/contains': ['condition'],
      '/if': ['condition'],
    });
  });

  test('can have several roles through references, and one of its own when nothing refers to it', () => {
    const roles = rolesIn({
      properties: { a: { $ref: '#/$defs/x' }, b: { not: { $ref: '#/$defs/x' } } },
      allOf: [{ $ref: '#/$defs/x' }],
      propertyNames: {},
      $defs: { x: {}, unused: {} },
    });
    expect(roles['/$defs/x']?.toSorted()).toEqual(['condition', 'part', 'whole']);
    expect(roles['/$defs/unused']).toEqual(['whole']);
    expect(roles['/propertyNames']).toEqual(['name']);
  });
});
