import { Type as Old } from '@sinclair/typebox';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { accept, faultOf, placeOf } from './accepting.js';

const numbers = { type: 'number' };

describe('names that patterns are run on', () => {
  test('are bounded where the author left them out', () => {
    const schema = { type: 'object', patternProperties: { '^x-': numbers } };
    const { json, tightened, check } = accept(schema);
    expect(json['propertyNames']).toEqual({ maxLength: 256 });
    expect(tightened).toContainEqual({
      path: '',
      keyword: 'propertyNames',
      value: { maxLength: 256 },
    });
    expect(check({ [`x-${'a'.repeat(254)}`]: 1 })).toBe(true);
    expect(check({ [`x-${'a'.repeat(255)}`]: 1 })).toBe(false);
  });

  test('are bounded within `propertyNames`, as every name is', () => {
    const { tightened } = accept({
      type: 'object',
      propertyNames: { minLength: 2 },
      patternProperties: { '^x-': numbers },
    });
    expect(tightened).toContainEqual({ path: '/propertyNames', keyword: 'maxLength', value: 256 });
    const referred = accept({
      type: 'object',
      patternProperties: { '^x-': numbers },
      propertyNames: { $ref: '#/$defs/name' },
      $defs: { name: { type: 'string', maxLength: 300 } },
    });
    expect(referred.tightened).toContainEqual({
      path: '/propertyNames',
      keyword: 'maxLength',
      value: 256,
    });
  });

  test('are the author’s to bound where nothing may be written in', () => {
    expect(
      placeOf(() =>
        accept({ type: 'object', properties: {}, not: { patternProperties: { '^x-': numbers } } }),
      ),
    ).toBe('/not');
    expect(
      faultOf(() =>
        accept({ type: 'object', propertyNames: true, patternProperties: { '^x-': numbers } }),
      ),
    ).toContain('state `maxLength`');
  });

  test('no matter how long, never reach a pattern', () => {
    const { check, violations } = accept({
      type: 'object',
      patternProperties: { '^(?:a|b)?c$': numbers },
      additionalProperties: false,
    });
    const long = { ['a'.repeat(1_000_000)]: 1 };
    expect(check(long)).toBe(false);
    expect(violations(long)).toContainEqual({ path: '/*', rule: 'propertyNames' });
  });
});

test.each([
  ['typebox', Type.Record(Type.String(), Type.Number())],
  ['typebox, by number', Type.Record(Type.Number(), Type.Number())],
  ['@sinclair/typebox', Old.Record(Old.String(), Old.Number())],
])('a record of %s is accepted, its names bounded', (_, schema) => {
  const { check } = accept(schema);
  expect(check({ 1: 1, 22: 2 })).toBe(true);
  expect(check({ 1: 'x' })).toBe(false);
  expect(check({ ['1'.repeat(257)]: 1 })).toBe(false);
});
