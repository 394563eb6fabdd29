import { describe, expect, test } from 'vitest';
import { readAuthored } from '../../../src/contract/schema/read-authored.js';
import { faultOf } from './accepting.js';

const site = { subject: 'test.schema', place: 'args' } as const;
const read = (schema: unknown): unknown => readAuthored(schema, site);

describe('readAuthored', () => {
  test('gives what the way through JSON gives, for plain data', () => {
    const schema = {
      type: 'object',
      properties: { a: { enum: [1, null, 'x', true, -0] } },
      left: undefined,
    };
    expect(JSON.stringify(read(schema))).toBe(JSON.stringify(schema));
  });

  test.each([
    ['a function', { default: () => 1 }, '/default', 'a function is not JSON'],
    ['a bigint', { maximum: 1n }, '/maximum', 'a bigint is not JSON'],
    ['undefined in a list', { enum: [undefined] }, '/enum/0', 'a undefined is not JSON'],
    ['a number that is none', { minimum: NaN }, '/minimum', 'not a finite number'],
    ['an infinite number', { maximum: Infinity }, '/maximum', 'not a finite number'],
    ['half a character', { title: '\ud800' }, '/title', 'half a character'],
    [
      'half a character in a key',
      { properties: { 'a\udc00': {} } },
      '/properties',
      'half a character',
    ],
    ['a class instance', { properties: new Map() }, '/properties', 'not a plain object'],
    ['a date', { default: new Date(0) }, '/default', 'not a plain object'],
    ['a regular expression', { pattern: /x/ }, '/pattern', 'not a plain object'],
    ['a list with holes', { enum: Array(2) }, '/enum', 'holes or keys of its own'],
    [
      'a list of another class',
      { enum: new (class extends Array {})() },
      '/enum',
      'not a plain array',
    ],
    [
      'a key `__proto__`',
      JSON.parse('{"properties":{"__proto__":{}}}'),
      '/properties/__proto__',
      'no key may',
    ],
    ['an unknown symbol', { [Symbol('mine')]: 1 }, '', 'what JSON cannot carry'],
    [
      'an accessor',
      {
        get type(): string {
          return 'object';
        },
      },
      '/type',
      'computed by an accessor',
    ],
    [
      'a hidden key',
      Object.defineProperty({}, 'type', { value: 'object' }),
      '/type',
      'hidden from JSON',
    ],
    ['a schema of another library', { '~standard': { version: 1 } }, '', 'another schema library'],
  ])('refuses %s', (_, schema, place, words) => {
    const message = faultOf(() => read(schema));
    expect(message).toContain(`\`#${place}\``);
    expect(message).toContain(words);
  });

  test('calls nothing of its author’s, whatever that is named', () => {
    let calls = 0;
    const toJSON = (): unknown => {
      calls += 1;
      return {};
    };
    expect(faultOf(() => read({ type: 'object', toJSON }))).toContain('#/toJSON');
    expect(calls).toBe(0);
  });

  test('refuses an object that cannot be read, and says so', () => {
    const unreadable = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error('no');
        },
      },
    );
    expect(faultOf(() => read(unreadable))).toContain('it cannot be read');
  });

  test('takes 64 levels and refuses more, and what contains itself', () => {
    const nested = (levels: number): unknown => (levels === 0 ? {} : { not: nested(levels - 1) });
    expect(() => read(nested(64))).not.toThrow();
    expect(faultOf(() => read(nested(65)))).toContain('deeper than 64 levels');
    const circle: { not?: unknown } = {};
    circle.not = circle;
    expect(faultOf(() => read(circle))).toContain('deeper than 64 levels');
  });

  test('takes 10,000 nodes and refuses more', () => {
    const wide = (nodes: number): unknown => ({
      allOf: Array.from({ length: nodes - 2 }, () => ({})),
    });
    expect(() => read(wide(10_000))).not.toThrow();
    expect(faultOf(() => read(wide(10_001)))).toContain('more than 10000 nodes');
    expect(faultOf(() => read({ enum: Array(100_000).fill(0) }))).toContain('too large');
  });
});
