import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../src/node/powers/web/content.js';
import { refusalOf } from '../refusal.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('readContent', () => {
  it.each([
    ['text/html; charset=utf-8', 'text/html'],
    ['TEXT/Plain', 'text/plain'],
    ['application/json', 'application/json'],
    ['application/ld+json', 'application/ld+json'],
    ['application/xml', 'application/xml'],
    ['application/xhtml+xml', 'application/xhtml+xml'],
    ['application/rss+xml; x="y"', 'application/rss+xml'],
    ['application/atom+xml', 'application/atom+xml'],
  ])('takes %s', (label, type) => {
    expect(readContent(label).type).toBe(type);
  });

  it.each([
    undefined,
    '',
    'text',
    'text/html, image/png',
    'image/png',
    'image/svg+xml',
    'application/octet-stream',
    'application/pdf',
    'application/jsonish',
    'application/x-json',
    'multipart/mixed',
    'application/xml-dtd',
  ])('refuses %s', async (label) => {
    expect(await refusalOf(Promise.resolve().then(() => readContent(label)))).toBe(
      'content_type_refused',
    );
  });

  it.each([
    ['text/plain', bytes(0xc3, 0xbc), 'ü'],
    ['text/plain; charset=iso-8859-1', bytes(0xfc), 'ü'],
    ['text/plain; charset="Shift_JIS"', bytes(0x83, 0x65), 'テ'],
    ['text/plain; charset=utf-16le', bytes(0xfc, 0), 'ü'],
    ['text/plain; charset=no-such', bytes(0xc3, 0xbc), 'ü'],
    ['text/plain; charset=utf-7', bytes(0x2b, 0x41), '+A'],
    ['text/plain', bytes(0xef, 0xbb, 0xbf, 0x61), 'a'],
    ['text/plain', bytes(0x61, 0xff), 'a\ufffd'],
  ])('reads %s by its label', (label, body, text) => {
    expect(readContent(label).text(body, false)).toBe(text);
  });

  it('leaves out a character that was cut in two, and only then', () => {
    const cut = bytes(0x61, 0xe2, 0x82);
    expect(readContent('text/plain').text(cut, true)).toBe('a');
    expect(readContent('text/plain').text(cut, false)).toBe('a\ufffd');
  });
});
