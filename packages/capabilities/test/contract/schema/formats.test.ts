import { describe, expect, test } from 'vitest';
import * as Format from 'typebox/format';
import { findFormat, formatRemedy } from '../../../src/contract/schema/formats.js';
import { accept, faultOf } from './accepting.js';

const EXAMPLES = {
  date: ['2024-02-29', '2023-02-29'],
  'date-time': ['2024-02-29T12:00:00Z', '2024-02-29 12:00'],
  duration: ['P1Y2M3DT4H5M6S', 'P'],
  email: ['a.b@example.org', 'a@'],
  hostname: ['www.example.org', '-x.org'],
  'http-url': ['https://example.org', 'ftp://example.org'],
  ipv4: ['192.0.2.1', '192.0.2.256'],
  ipv6: ['2001:db8::1', '2001:db8'],
  'json-pointer': ['/a~1b', 'a'],
  'relative-json-pointer': ['1/a', '/a'],
  'safe-path': ['a/b', '../b'],
  time: ['12:00:00Z', '12:00:00'],
  uri: ['http://example.org', 'urn:x:y'],
  uuid: ['2eb8aa08-aa98-11ea-b4aa-73b441d16380', '2eb8aa08'],
} as const;

describe('a format', () => {
  test.each(Object.entries(EXAMPLES))('%s is checked', (format, [good, bad]) => {
    const { check, violations } = accept({ type: ['string', 'null'], format, maxLength: 100 });
    expect([check(good), check(bad), check(null)]).toEqual([true, false, true]);
    expect(violations(bad)).toEqual([{ path: '', rule: 'format' }]);
  });

  test('is one of a closed list: every other one is refused, with what to write', () => {
    expect(findFormat('constructor')).toBeUndefined();
    for (const format of ['nope', 'uri-reference', 'regex', 'idn-email', 'url', ''])
      expect(faultOf(() => accept({ type: 'string', format }))).toContain(formatRemedy(format));
    expect(formatRemedy('nope')).toContain('date-time');
    expect(formatRemedy('url')).toBe('write `http-url`');
  });

  test('means the same whatever else is registered in the process', () => {
    const before = Format.Get('email');
    try {
      Format.Set('email', () => true);
      Format.Set('safe-path', () => true);
      expect(accept({ type: 'string', format: 'email' }).check('nobody')).toBe(false);
      expect(accept({ type: 'string', format: 'safe-path' }).check('../x')).toBe(false);
    } finally {
      Format.Reset();
    }
    expect(Format.Get('email')).toBe(before);
    expect(Format.Has('safe-path')).toBe(false);
  });
});

describe('bar-21: no format is slow', () => {
  const repeated = (text: string): string =>
    text.repeat(Math.ceil(4_096 / text.length)).slice(0, 4_096);
  const hostile = [
    ...[
      'a',
      'a.',
      'a-',
      '1',
      '1:',
      ':',
      '/',
      '/~0',
      '%',
      '.',
      '-',
      '@',
      '"',
      '\\',
      '[',
      ' ',
      '\u0301',
      'é',
    ].map(repeated),
    ...['P1Y', 'T1H', 'xn--a.', 'a@a.', '0/', '::', '2001:', 'http://a@'].map(repeated),
    ...['2020-01-01T00:00:00Z[', 'a@', '"', 'P', 'xn--', 'http://', '1', '00:00:00.'].flatMap(
      (start) => ['a/', 'a=', 'a-', '1', '\\a', 'a.'].map((text) => `${start}${repeated(text)}!`),
    ),
  ];

  test.each(Object.keys(EXAMPLES))('%s', (format) => {
    const fits = findFormat(format) ?? expect.unreachable();
    const started = performance.now();
    for (const text of hostile) fits(text);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
