import { describe, expect, test } from 'vitest';
import { alternatives, demandOn, isNamed } from '../../src/testing/schema-alternatives.js';
import { readSchema } from '../../src/testing/schema-reading.js';

const no = { type: 'null' };
const ways = (schema: object) => alternatives([''], readSchema({ type: 'null', ...schema }));

describe('the ways to satisfy a schema', () => {
  test('join its parts, follow its references and take one branch of each union', () => {
    expect(ways({ allOf: [no], anyOf: [no, { $ref: '#/$defs/x' }], $defs: { x: no } })).toEqual([
      ['', '/allOf/0', '/anyOf/0'],
      ['', '/allOf/0', '/anyOf/1', '/$defs/x'],
    ]);
  });

  test('take one side of a condition', () => {
    expect(ways({ if: no, then: no, else: no })).toEqual([
      ['', '/if', '/then'],
      ['', '/else'],
    ]);
    expect(ways({ if: no, then: no })).toEqual([['', '/if', '/then'], ['']]);
  });

  test('are none where a part says no, and only as many as are worth trying', () => {
    expect(ways({ allOf: [false] })).toEqual([]);
    const union = { anyOf: Array(10).fill(no) };
    expect(ways({ allOf: [union, union, union] }).length).toBeLessThanOrEqual(24);
  });
});

test('a property or element is described by whatever applies to it', () => {
  const schema = {
    properties: { 'a/b': no },
    patternProperties: { '^x': no },
    additionalProperties: no,
    prefixItems: [no],
    items: no,
  };
  const demand = (key: string | number) => demandOn(key, [['/at', schema]]);
  expect(demand('a/b')).toEqual(['/at/properties/a~1b']);
  expect(demand('x1')).toEqual(['/at/patternProperties/^x']);
  expect(demand('other')).toEqual(['/at/additionalProperties']);
  expect(demand(0)).toEqual(['/at/prefixItems/0']);
  expect(demand(1)).toEqual(['/at/items']);
  expect([isNamed('a/b', schema), isNamed('x1', schema), isNamed('other', schema)]).toEqual([
    true,
    true,
    false,
  ]);
});
