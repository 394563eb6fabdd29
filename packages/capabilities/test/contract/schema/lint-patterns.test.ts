import { describe, expect, test } from 'vitest';
import { longestName, planPatterns } from '../../../src/contract/schema/lint-patterns.js';
import { buildGraph } from '../../../src/contract/schema/references.js';
import type { JsonObject } from '../../../src/internal/json.js';
import { accept, faultOf, placeOf } from './accepting.js';

const site = { subject: 'test.schema', place: 'args' } as const;
const plansOf = (schema: JsonObject) => planPatterns(buildGraph(schema, site), site);
const text = (pattern: string, maxLength = 4_096) => ({ type: 'string', pattern, maxLength });

describe('a pattern', () => {
  test('is planned to run as it is, or in linear time when that could be slow', () => {
    const plans = plansOf({ properties: { plain: text('^a+$'), slow: text('(a+)+$') } });
    expect(plans.get('/properties/plain')).toEqual({
      engine: 'native',
      maxLength: 4_096,
      source: '^a+$',
    });
    expect(plans.get('/properties/slow')?.engine).toBe('linear');
  });

  test.each([
    ['is none', '('],
    ['looks around', '(?=a)'],
    ['refers back', '(a)\\1'],
    ['has too many states', '(?:[a-z]{0,30}){30}!'],
    ['is slow and means another thing to another engine', '(?:\\p{L}+)+'],
  ])('S1-020 bar-21 is refused at build when it %s', (_, pattern) => {
    expect(placeOf(() => accept(text(pattern)))).toBe('/pattern');
  });

  test('is refused with a remedy, and with nothing of what it says', () => {
    expect(faultOf(() => accept(text('(?:secret{0,30}){30}!')))).toBe(
      '`test.schema`: result schema at `#/pattern`: it could run for too long: it has too many states for texts of this length: lower `maxLength`',
    );
  });
});

describe('a pattern for names', () => {
  const named = (source: string, propertyNames?: JsonObject): JsonObject => ({
    type: 'object',
    patternProperties: { [source]: { type: 'null' } },
    ...(propertyNames === undefined ? {} : { propertyNames }),
  });

  test.each(['(a+)+$', '(?=a)', '\\1', '(', '(?:a|aa)+'])('is plain, or refused: %s', (source) => {
    expect(placeOf(() => accept(named(source)))).toMatch(/^\/patternProperties\//);
  });

  test('may be slower on shorter names', () => {
    expect(() => accept(named('a+b+c+', { maxLength: 20 }))).not.toThrow();
    expect(placeOf(() => accept(named('a+b+c+', { maxLength: 200 })))).toMatch(
      /^\/patternProperties\//,
    );
  });

  test('adds to the cost of the others', () => {
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`[a-z]+${i}$`, { type: 'null' }]),
    );
    expect(placeOf(() => accept({ type: 'object', patternProperties: many }))).toMatch(
      /^\/patternProperties\//,
    );
  });

  test('is run on names no longer than `propertyNames` lets in', () => {
    expect(longestName({ maxLength: 7 })).toBe(7);
    expect(longestName(false)).toBe(0);
    expect(longestName(undefined)).toBe(0);
  });
});
