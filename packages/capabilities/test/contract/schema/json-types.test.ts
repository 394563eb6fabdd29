import { describe, expect, test } from 'vitest';
import {
  declaredTypes,
  isJsonType,
  isObject,
  isSchema,
  record,
  textsOf,
  typeOf,
  withKeywords,
  without,
} from '../../../src/contract/schema/json-types.js';
import { whilePolluted } from './accepting.js';

describe('typeOf', () => {
  test.each([
    [null, 'null'],
    [[], 'array'],
    [{}, 'object'],
    ['', 'string'],
    [true, 'boolean'],
    [1, 'integer'],
    [1.5, 'number'],
    [undefined, undefined],
    [() => 1, undefined],
  ])('of %j is %s', (value, type) => {
    expect(typeOf(value)).toBe(type);
  });
});

test('a schema is an object or a boolean, and nothing else', () => {
  expect([{}, true, false].every(isSchema)).toBe(true);
  expect([null, [], 'object', 1, undefined].some(isSchema)).toBe(false);
  expect(isObject([])).toBe(false);
});

test('the types a schema declares are one, several, or not said', () => {
  expect(declaredTypes({ type: 'string' })).toEqual(['string']);
  expect(declaredTypes({ type: ['string', 'null'] })).toEqual(['string', 'null']);
  expect(declaredTypes({})).toBeUndefined();
  expect(isJsonType('Date')).toBe(false);
});

test('only the texts of a list are taken', () => {
  expect(textsOf(['a', 1, 'b'])).toEqual(['a', 'b']);
  expect(textsOf('a')).toEqual([]);
  expect(textsOf(undefined)).toEqual([]);
});

test('a record inherits nothing, and neither do its changed copies', () => {
  const made = record([['type', 'object']]);
  whilePolluted({ format: 'email' }, () => {
    expect(made['format']).toBeUndefined();
    expect(withKeywords(made, [['title', 'x']])['format']).toBeUndefined();
    expect(without(made, ['type'])['format']).toBeUndefined();
  });
  expect(without(withKeywords(made, [['title', 'x']]), ['type'])).toEqual({ title: 'x' });
});
