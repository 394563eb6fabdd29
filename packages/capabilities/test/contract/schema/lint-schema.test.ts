import { describe, expect, test } from 'vitest';
import { KEYWORD_REMEDIES, KEYWORDS } from '../../../src/contract/schema/keywords.js';
import { accept, faultOf, placeOf } from './accepting.js';

const within = (schema: unknown): unknown => ({ type: 'object', properties: { at: schema } });
const lint = (schema: unknown) => (): unknown => accept(within(schema));

describe('a keyword that would be ignored or misread is refused', () => {
  test.each([
    ['unknown', { type: 'string', maxLen: 3 }, '/maxLen'],
    ['of another dialect', { type: 'string', nullable: true }, '/nullable'],
    ['of the wrong type: a length as text', { type: 'string', minLength: '3' }, '/minLength'],
    ['of the wrong type: names as one text', { type: 'object', required: 'x' }, '/required'],
    ['of the wrong type: listed values as one', { enum: 'x' }, '/enum'],
    [
      'of the wrong type: a property that is none',
      { type: 'object', properties: { a: 7 } },
      '/properties/a',
    ],
    ['of the wrong type: an element that is none', { anyOf: [{ type: 'null' }, 'x'] }, '/anyOf/1'],
    ['of the wrong type: null for a schema', { type: 'array', items: null }, '/items'],
    ['negative', { type: 'array', minItems: -1 }, '/minItems'],
    ['fractional', { type: 'string', maxLength: 1.5 }, '/maxLength'],
    ['no number above 0', { type: 'number', multipleOf: 0 }, '/multipleOf'],
    [
      'so large that the validator wraps around',
      { type: 'string', minLength: 2 ** 30 },
      '/minLength',
    ],
    ['a type outside the seven', { type: 'Date' }, '/type'],
    ['an empty list of types', { type: [] }, '/type'],
    ['a type twice', { type: ['string', 'string'] }, '/type'],
    ['an empty list of values', { enum: [] }, '/enum'],
    ['an empty list of branches', { anyOf: [] }, '/anyOf'],
    ['a property required twice', { type: 'object', required: ['a', 'a'] }, '/required'],
    ['a property that no value may have', { type: 'object', required: ['__proto__'] }, '/required'],
    ['about another type than the declared one', { type: 'string', minimum: 3 }, '/minimum'],
    ['without what it goes with: then', { type: 'string', then: { maxLength: 3 } }, '/then'],
    ['without what it goes with: if', { type: 'string', if: { maxLength: 3 } }, '/if'],
    ['without what it goes with: minContains', { type: 'array', minContains: 1 }, '/minContains'],
    [
      'without what it goes with: additionalItems',
      { type: 'array', additionalItems: false },
      '/additionalItems',
    ],
    ['a format nobody checks', { type: 'string', format: 'nope' }, '/format'],
    ['a format that means something else here', { type: 'string', format: 'url' }, '/format'],
    ['a pattern on texts of any length', { type: 'string', pattern: '^a$' }, '/pattern'],
    ['a low bound above the high one', { type: 'integer', minimum: 3, maximum: 2 }, '/minimum'],
  ])('%s', (_, schema, place) => {
    expect(placeOf(lint(schema))).toBe(`/properties/at${place}`);
  });

  test('and the remedy of the foreign dialect is named', () => {
    for (const [keyword, remedy] of KEYWORD_REMEDIES) {
      if (keyword === 'additionalItems') continue;
      expect(faultOf(lint({ type: 'string', [keyword]: true }))).toContain(remedy);
    }
  });
});

describe('a message', () => {
  test('holds no value the author wrote', () => {
    const secret = 'hunter2';
    const faults = [
      lint({ type: secret }),
      lint({ type: 'string', format: secret }),
      lint({ type: 'string', pattern: `(?=${secret})`, maxLength: 9 }),
      lint({ type: 'string', title: 7, description: secret }),
      lint({ $ref: `#/${secret}` }),
      lint({ type: 'object', required: secret }),
    ].map(faultOf);
    expect(faults.filter((fault) => fault.includes(secret))).toEqual([]);
    for (const fault of faults)
      expect(fault).toMatch(/^`test\.schema`: result schema at `#[^`]*`: [a-z][^\n]*[^.\n]$/);
  });
});

test('for each keyword of the table: a value of no use to it is refused', () => {
  const useful = new Set(['const', 'default', 'enum', 'examples']); // a list in a list is of use to these
  for (const [keyword, { needs }] of KEYWORDS) {
    if (useful.has(keyword)) continue;
    const schema = { [keyword]: [[null]], ...(needs === undefined ? {} : { [needs]: {} }) };
    expect(lint(schema), keyword).toThrow(/schema at/);
  }
});
