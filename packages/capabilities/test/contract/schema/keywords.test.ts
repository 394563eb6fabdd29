import { describe, expect, test } from 'vitest';
import { BOUND_PAIRS, KEYWORD_REMEDIES, KEYWORDS } from '../../../src/contract/schema/keywords.js';

describe('the table of keywords', () => {
  test('is pinned: a keyword is added together with the check of it', () => {
    expect([...KEYWORDS.keys()].sort()).toEqual([
      '$comment',
      '$defs',
      '$id',
      '$ref',
      '$schema',
      'additionalProperties',
      'allOf',
      'anyOf',
      'const',
      'contains',
      'default',
      'definitions',
      'dependentRequired',
      'dependentSchemas',
      'deprecated',
      'description',
      'else',
      'enum',
      'examples',
      'exclusiveMaximum',
      'exclusiveMinimum',
      'format',
      'if',
      'items',
      'maxContains',
      'maxItems',
      'maxLength',
      'maxProperties',
      'maximum',
      'minContains',
      'minItems',
      'minLength',
      'minProperties',
      'minimum',
      'multipleOf',
      'not',
      'oneOf',
      'pattern',
      'patternProperties',
      'prefixItems',
      'properties',
      'propertyNames',
      'readOnly',
      'required',
      'then',
      'title',
      'type',
      'unevaluatedItems',
      'unevaluatedProperties',
      'uniqueItems',
      'writeOnly',
    ]);
  });

  test('has remedies only for what is not in it', () => {
    expect([...KEYWORD_REMEDIES.keys()].filter((keyword) => KEYWORDS.has(keyword))).toEqual([]);
    expect(BOUND_PAIRS.flat().filter((keyword) => !KEYWORDS.has(keyword))).toEqual([]);
  });
});
