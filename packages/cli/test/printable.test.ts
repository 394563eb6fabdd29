import { describe, expect, it } from 'vitest';
import { namedBack, printable, printableJson, printableLines, quoted } from '../src/printable.js';

describe('printable', () => {
  it('escapes controls, ANSI introducers, bidi, zero width, separators and lone surrogates', () => {
    expect(printable('a\u001b[2J\u009b\u202e\u200b\u2028\u{e0041}\ud800\u007f\tb')).toBe(
      'a\\u{1b}[2J\\u{9b}\\u{202e}\\u{200b}\\u{2028}\\u{e0041}\\u{d800}\\u{7f}\\u{9}b',
    );
  });

  it('leaves letters of every language as they are', () => {
    expect(printable('Grüße, мир, 世界, “quoted” – ✓')).toBe('Grüße, мир, 世界, “quoted” – ✓');
  });

  it('escapes a line break, unless lines are what is wanted', () => {
    expect(printable('a\nb')).toBe('a\\u{a}b');
    expect(printableLines('a\nb\r')).toBe('a\nb\\u{d}');
  });
});

describe('printableJson', () => {
  it('escapes as JSON does, so that the value stays the same', () => {
    const value = { text: '\u009b\u202e\u{e0041}\ud800 ü' };
    expect(printableJson(value)).toBe('{"text":"\\u009b\\u202e\\udb40\\udc41\\ud800 ü"}');
    expect(JSON.parse(printableJson(value, 2))).toEqual(value);
  });
});

describe('quoted', () => {
  it('is safe, and not endless', () => {
    expect(quoted('/a\u001b')).toBe('`/a\\u{1b}`');
    expect(quoted('x'.repeat(200))).toHaveLength(130);
  });
});

describe('namedBack', () => {
  it('says back what can be a name, and nothing else', () => {
    expect(namedBack('notes.read@1')).toBe('`notes.read@1`');
    expect(namedBack('{"password":"hunter2"}')).toBe('what was typed');
    expect(namedBack('')).toBe('what was typed');
  });
});
