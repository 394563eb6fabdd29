import { expect, test } from 'vitest';
import { propertyNamesIn } from '../../../src/contract/schema/property-names.js';

test('the names a schema speaks of are found in every keyword and at every depth', () => {
  const schema = {
    properties: { a: { required: ['b'] } },
    dependentRequired: { c: ['d'] },
    dependentSchemas: { e: { not: { properties: { f: true } } } },
    $defs: { notANameOfAProperty: { anyOf: [{ required: ['g'] }] } },
    const: { h: 1 },
  };
  expect([...propertyNamesIn(schema)].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  expect([...propertyNamesIn(true)]).toEqual([]);
});
