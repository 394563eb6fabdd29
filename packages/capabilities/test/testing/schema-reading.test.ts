import { expect, test } from 'vitest';
import { ContractError } from '../../src/contract/contract-error.js';
import { readSchema } from '../../src/testing/schema-reading.js';

test('a schema is read with all it needs, so that nothing is to be awaited', () => {
  const slow = { type: 'string', pattern: '^(a+)+$', maxLength: 40 };
  const plain = { type: 'string', pattern: '^b+$', maxLength: 40 };
  const { checker, graph, composition } = readSchema({
    type: 'array',
    items: { anyOf: [slow, plain] },
  });
  expect([
    checker.fits(['aaa', 'bb']),
    checker.fits(['aab']),
    checker.fits(['a'.repeat(41)]),
  ]).toEqual([true, false, false]);
  expect(graph.schemas.get('/items/anyOf/0')).toEqual(slow);
  expect(composition.at('')['maxItems']).toBe(1000);
});

test('a schema that would not be accepted is refused', () => {
  expect(() => readSchema({ type: 'Date' })).toThrow(ContractError);
  expect(() => readSchema({})).toThrow(ContractError);
});
