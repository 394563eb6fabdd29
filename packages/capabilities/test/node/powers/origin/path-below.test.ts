import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathBelow } from '../../../../src/node/powers/origin/path-below.js';

describe('S3-175 a path below an origin', () => {
  it.each([
    '..',
    '/..',
    '/a/../b',
    '/a/./b',
    '/%2e%2e/b',
    '/a%2fb',
    '/a%5Cb',
    '/a\\b',
    '/a\0',
    '/a%00',
    '//evil',
    'http://evil/',
    '/a?b',
    '/a#b',
    '/a b',
    '',
    '/a\r\nHost: evil',
    '/\ud800',
    `/${'x'.repeat(3e3)}`,
    7,
    undefined,
  ])('refuses %j', (path) => {
    expect(pathBelow('/api', path, {})).toBeUndefined();
  });

  it('writes it with its query, in one spelling', () => {
    expect(pathBelow('/api', '/a/%C3%A4ä', { q: 'a b', top: 5, on: true })).toBe(
      '/api/a/%C3%A4%C3%A4?q=a+b&top=5&on=true',
    );
    expect(pathBelow('', '/', undefined)).toBe('/');
    expect(pathBelow('', '/a', { list: ['no'] })).toBeUndefined();
  });

  it.each(['', '/api'])(
    'for every path and query below `%s`: it stays below, on one line',
    (base) => {
      fc.assert(
        fc.property(
          fc.string({ unit: 'binary' }),
          fc.dictionary(fc.string(), fc.string()),
          (path, query) => {
            const below = pathBelow(base, `/${path}`, query);
            if (below === undefined) return;
            // As a reader sees it who takes it for a reference, and not for a path.
            const url = new URL(below, 'http://127.0.0.1');
            expect(url.pathname.startsWith(`${base}/`)).toBe(true);
            expect(url.host).toBe('127.0.0.1');
            expect(below).toMatch(/^[\x21-\x7e]+$/);
          },
        ),
        { examples: [['/evil', {}]] },
      );
    },
  );
});
