import { Compile } from 'typebox/schema';
import { Settings } from 'typebox/system';
import { describe, expect, test } from 'vitest';
import { createChecker, mayEvaluate } from '../../../src/contract/schema/checker.js';
import { buildGraph } from '../../../src/contract/schema/references.js';
import type { JsonObject } from '../../../src/internal/json.js';
import { accept, inBrowser } from './accepting.js';

const site = { subject: 'test.schema', place: 'args' } as const;
const noMatchers = { rule: () => () => true, ready: undefined };
const checkerOf = (schema: JsonObject, evaluates: boolean) =>
  createChecker(schema, buildGraph(schema, site), noMatchers, evaluates);

/** A value nested so deeply, in lists or under one property. */
const nested = (levels: number, wrap: (value: unknown) => unknown): unknown => {
  let value: unknown = 'leaf';
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
};

/** Each level doubles the work: when the first branch has failed, the second looks at the same child. */
const doubling = {
  type: 'object',
  anyOf: ['x', 'y'].map((name) => ({
    type: 'object',
    properties: { c: { $ref: '#' }, [name]: { type: 'null' } },
    additionalProperties: false,
  })),
} as const;

describe.each([
  ['compiled', true],
  ['interpreted', false],
])('a checker, %s', (_, evaluates) => {
  test('decides the whole schema, one schema in it, and one rule of it', () => {
    const inner = { type: 'string', minLength: 2, maxLength: 3 } as const;
    const schema = { type: 'object', properties: { a: inner }, required: ['a'] };
    const checker = checkerOf(schema, evaluates);
    expect([checker.fits({ a: 'xx' }), checker.fits({ a: 'x' })]).toEqual([true, false]);
    expect([checker.fitsPart(inner, 'xx'), checker.fitsPart(inner, 'xxxx')]).toEqual([true, false]);
    expect(checker.fitsPart(true, 1)).toBe(true);
    expect(checker.fitsPart(false, 1)).toBe(false);
    expect(checker.fitsRules(inner, ['minLength'], 'xxxx')).toBe(true);
    expect(checker.fitsRules(inner, ['minLength', 'maxLength'], 'xxxx')).toBe(false);
  });

  test('gives up on a value whose check would go on for ages, and refuses it', () => {
    const checker = checkerOf(doubling, evaluates);
    expect(checker.fits({ x: null, c: { y: null, c: { x: null } } })).toBe(true);
    expect(checker.fits(nested(10, (c) => ({ c })))).toBe(false);
    const hostile = nested(60, (c) => ({ c }));
    const started = performance.now();
    expect(checker.fits(hostile)).toBe(false);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(checker.fits({ x: null })).toBe(true);
  });

  test('follows as many references as the largest honest value needs', () => {
    const tree = { type: 'array', items: { $ref: '#' } } as const;
    const checker = checkerOf(tree, evaluates);
    const wide = Array.from({ length: 100 }, () => Array.from({ length: 900 }, () => []));
    expect(checker.fits(wide)).toBe(true);
  });

  test('refuses what is nested too deeply for the stack, and throws nothing', () => {
    const checker = checkerOf({ type: 'array', items: { $ref: '#' } }, evaluates);
    expect(checker.fits(nested(150_000, (value) => [value]))).toBe(false);
  });
});

describe('where nothing may be made to run from text', () => {
  test('a check does not remember what earlier values had', () => {
    const schema = {
      type: 'object',
      allOf: [{ properties: { a: true } }],
      unevaluatedProperties: false,
    };
    try {
      Settings.Set({ useAcceleration: false });
      const typebox = Compile({
        allOf: [{ properties: { a: true }, patternProperties: { '^x': true } }],
        unevaluatedProperties: false,
      });
      expect([typebox.Check({ a: 1 }), typebox.IsAccelerated()]).toEqual([true, false]);
      const { check } = accept(schema);
      expect([check({ a: 1 }), check({ b: 1 }), check({ a: 1 })]).toEqual([true, false, true]);
      const eager = accept({
        type: 'object',
        anyOf: [
          { properties: { b: { type: 'null' } }, required: ['b'] },
          { properties: { a: true } },
        ],
        unevaluatedProperties: false,
      });
      expect([eager.check({ b: null }), eager.check({ a: 1, b: 1 })]).toEqual([true, false]);
    } finally {
      Settings.Reset();
    }
  });
});

describe('in a browser', () => {
  test('a schema is interpreted, and nothing is made to run from text', () => {
    expect(mayEvaluate()).toBe(true);
    expect(inBrowser(mayEvaluate)).toBe(false);
    const place = globalThis as { Function: unknown };
    const { Function } = place;
    try {
      place.Function = () => {
        throw new Error('a strict policy reports this');
      };
      const { check, violations } = inBrowser(() =>
        accept({ type: 'array', items: { type: 'integer' } }),
      );
      expect([check([1]), check(['x'])]).toEqual([true, false]);
      expect(violations(['x'])).toEqual([{ path: '/0', rule: 'type' }]);
      expect(violations([1])).toEqual([]);
    } finally {
      place.Function = Function;
    }
  });
});
