import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findFormat } from '../../src/contract/schema/formats.js';
import { matches, texts } from '../../src/testing/schema-texts.js';

const none = { minLength: 0, maxLength: Infinity, pattern: undefined, format: undefined };
const FORMATS = [
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'http-url',
  'ipv4',
  'ipv6',
  'json-pointer',
  'relative-json-pointer',
  'safe-path',
  'time',
  'uri',
  'uuid',
];

describe('generated texts', () => {
  test.each(FORMATS)('of the format %s are of it', (format) => {
    for (const text of fc.sample(texts({ ...none, format }), 100))
      expect([text, findFormat(format)?.(text)]).toEqual([text, true]);
  });

  test.each([
    '^[a-z]{2,}$',
    '^(?:ab|c)*d?$',
    '^\\d+\\s\\w$',
    '^.$',
    '^[^a]$',
    'x+',
    '^[\\u{1F600}-\\u{1F64F}]{2}$',
    '(?<n>a)|b',
    '^\\$\\.$',
  ])('of the pattern %s match it', (pattern) => {
    for (const text of fc.sample(texts({ ...none, pattern }), 50))
      expect([text, new RegExp(pattern, 'u').test(text)]).toEqual([text, true]);
  });

  test('have the length that is asked for, in characters', () => {
    for (const text of fc.sample(texts({ ...none, minLength: 3, maxLength: 5 }), 100)) {
      const { length } = Array.from(text);
      expect(length >= 3 && length <= 5).toBe(true);
      expect(/\p{Surrogate}/u.test(text)).toBe(false);
    }
  });

  test('of a pattern that is none are empty', () => {
    expect(fc.sample(matches('('), 3)).toEqual(['', '', '']);
    expect(fc.sample(matches('[]'), 1)).toEqual(['']);
  });
});
