import { expect, test } from 'vitest';
import { KEYWORDS } from '../../src/contract/schema/keywords.js';
import { BREAKERS, SAMPLES } from '../../src/testing/schema-breakers.js';
import { readSchema } from '../../src/testing/schema-reading.js';

test('only keywords that decide something are broken', () => {
  for (const keyword of BREAKERS.keys())
    expect([keyword, KEYWORDS.get(keyword)?.annotation]).toEqual([keyword, undefined]);
});

test('a keyword about another type than the value has is left alone', () => {
  const reading = readSchema({ type: 'null' });
  const about = { limit: 3, schema: {}, pointer: '', reading };
  expect(BREAKERS.get('minimum')?.({ ...about, value: 'x' })).toEqual([]);
  expect(BREAKERS.get('minLength')?.({ ...about, value: 5 })).toEqual([]);
  expect(BREAKERS.get('minItems')?.({ ...about, value: {} })).toEqual([]);
  expect(BREAKERS.get('minProperties')?.({ ...about, value: [] })).toEqual([]);
});

test('a bound so large that one more could not be told, or not be built, is left alone', () => {
  const reading = readSchema({ type: 'null' });
  const about = { schema: {}, pointer: '', reading };
  expect(BREAKERS.get('maximum')?.({ ...about, limit: 1e300, value: 5 })).toEqual([]);
  expect(BREAKERS.get('maxLength')?.({ ...about, limit: 1e9, value: 'x' })).toEqual([]);
  expect(BREAKERS.get('maxItems')?.({ ...about, limit: 1e9, value: [] })).toEqual([]);
});

test('there is a sample of each type', () => {
  expect(
    new Set(SAMPLES.map((sample) => (Array.isArray(sample) ? 'array' : typeof sample))),
  ).toEqual(new Set(['object', 'boolean', 'number', 'string', 'array']));
  expect(SAMPLES).toContain(null);
});
