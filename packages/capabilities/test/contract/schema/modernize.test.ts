import { Type as Old } from '@sinclair/typebox';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { DIALECT, modernize } from '../../../src/contract/schema/modernize.js';
import { accept, faultOf, placeOf } from './accepting.js';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const site = { subject: 'test.schema', place: 'result' } as const;

describe('the older forms', () => {
  test('of a tuple become those of 2020-12', () => {
    expect(modernize({ items: [{}, true], additionalItems: false, minItems: 2 }, site)).toEqual({
      prefixItems: [{}, true],
      items: false,
      minItems: 2,
    });
    expect(modernize({ items: [], additionalItems: { type: 'null' } }, site)).toEqual({
      items: { type: 'null' },
    });
  });

  test('of dependencies become those of 2020-12', () => {
    expect(modernize({ dependencies: { a: ['b'], c: { type: 'object' } } }, site)).toEqual({
      dependentRequired: { a: ['b'] },
      dependentSchemas: { c: { type: 'object' } },
    });
  });

  test('are found at any depth, but not in values', () => {
    expect(modernize({ properties: { a: { items: [{}] } }, const: { items: [{}] } }, site)).toEqual(
      { properties: { a: { prefixItems: [{}] } }, const: { items: [{}] } },
    );
  });

  test.each([
    ['typebox', Type.Tuple([Type.String(), Type.Integer()])],
    ['@sinclair/typebox', Old.Tuple([Old.String(), Old.Integer()])],
  ])('are what %s writes for a tuple, and it is checked as one', (_, tuple) => {
    const { check } = accept(tuple);
    expect(check(['a', 1])).toBe(true);
    expect([['a'], ['a', 'b'], ['a', 1, 2], [1, 'a']].some(check)).toBe(false);
  });

  test('are refused where they could be read in two ways', () => {
    expect(placeOf(() => accept({ $schema: DIALECT, type: 'array', items: [{}] }))).toBe('/items');
    expect(placeOf(() => accept({ type: 'array', items: [{}], prefixItems: [{}] }))).toBe('/items');
    expect(placeOf(() => accept({ type: 'object', dependencies: { a: 7 } }))).toBe('/dependencies');
    expect(placeOf(() => accept({ type: 'object', dependencies: {}, dependentRequired: {} }))).toBe(
      '/dependencies',
    );
  });
});

describe('a dialect', () => {
  test('C04 that is not known is an error at registration', () => {
    for (const $schema of [
      'http://json-schema.org/draft-04/schema#',
      'https://json-schema.org/draft/2019-09/schema',
      'https://example.org/my-dialect',
      'constructor',
      '',
    ])
      expect(faultOf(() => accept({ $schema, type: 'string' }))).toContain('unknown dialect');
    expect(placeOf(() => accept({ $schema: 7, type: 'string' }))).toBe('/$schema');
  });

  test.each([DRAFT_07, 'https://json-schema.org/draft-07/schema', DIALECT, `${DIALECT}#`])(
    'C04 that is known is accepted, and the schema is shown in 2020-12: %s',
    ($schema) => {
      expect(accept({ $schema, type: 'null' }).json).toEqual({ $schema: DIALECT, type: 'null' });
    },
  );

  test('is stated by the root alone', () => {
    expect(placeOf(() => accept({ type: 'array', items: { $schema: DIALECT } }))).toBe(
      '/items/$schema',
    );
  });

  test('draft-07 is accepted only where it means the same', () => {
    const draft7 = (schema: object) => (): unknown => accept({ $schema: DRAFT_07, ...schema });
    expect(placeOf(draft7({ type: 'array', prefixItems: [{}] }))).toBe('/prefixItems');
    expect(placeOf(draft7({ type: 'object', unevaluatedProperties: false }))).toBe(
      '/unevaluatedProperties',
    );
    expect(
      placeOf(
        draft7({
          type: 'array',
          items: { $ref: '#/definitions/x', maxLength: 3 },
          definitions: { x: {} },
        }),
      ),
    ).toBe('/items/maxLength');
    expect(
      draft7({
        type: 'array',
        items: { $ref: '#/definitions/x', title: 'x' },
        definitions: { x: {} },
      }),
    ).not.toThrow();
  });
});
