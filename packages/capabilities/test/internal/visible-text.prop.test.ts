import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleText } from '../../src/internal/visible-text.js';

const RUNS = { numRuns: Number(process.env['FC_NUM_RUNS'] ?? 300) };

/** Reads an output back; that it can be read back is what makes it unambiguous. */
const readBack = (visible: string): string =>
  visible.replace(/\\u\{([0-9a-f]+)\}/g, (_, hex: string) =>
    String.fromCodePoint(parseInt(hex, 16)),
  );

// What escapes are made of, halves of pairs, letters, and signs that stand on letters.
const piece = fc.constantFrom(
  '\\',
  'u',
  '{',
  '}',
  '5c',
  '\\u{5c}',
  '\\u{61}',
  'a',
  'e',
  '0',
  ' ',
  '\n',
  '\u001b',
  '\u200b',
  '\ud83d',
  '\ude00',
  '\u{1f600}',
  '\u0301',
  '\u00e9',
  '\u0430',
  'ü',
  '中',
  'א',
  '\u05b4',
  '\u05c1',
  'ع',
  '\u0651',
  '\u064e',
  'ก',
  '\u0e38',
  '\u0e49',
  '\u0e33',
  'क',
  '\u093c',
  '\u094d',
  '\u0958',
  'か',
  '\u3099',
  '한',
  '\u11ab',
  '\u1100',
  'க',
  '\u0bc6',
  '\u0bbe',
  '\u0bca',
  '\u202e',
  '\u{e0061}',
  `\u0e01${'\u0e38'.repeat(6)}`,
  '\u0b95\u0bc6\u0bbe',
);
const units = fc
  .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 20 })
  .map((codes) => String.fromCharCode(...codes));
const text = fc.oneof(
  fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
  units,
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
);

describe('visibleText', () => {
  it('for every text, lone surrogates included: the output can be read back', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(readBack(visibleText(any))).toBe(any);
      }),
      RUNS,
    );
  });

  it('for every two texts: the outputs are equal only if the texts are', () => {
    // A text and its own output are the pair most likely to be taken for one another.
    const two = fc.oneof(
      fc.tuple(text, text),
      text.map((one): [string, string] => [one, visibleText(one)]),
    );
    fc.assert(
      fc.property(two, ([one, other]) => {
        expect(visibleText(one) === visibleText(other)).toBe(one === other);
      }),
      RUNS,
    );
  });

  it('for every text: the output is visible, well-formed and in the one form Unicode has for it', () => {
    fc.assert(
      fc.property(text, (any) => {
        const visible = visibleText(any);
        expect(visible).toMatch(/^[ -~\p{L}\p{M}\p{Emoji_Presentation}£§°¿€]*$/u);
        expect(visible).not.toMatch(/\p{C}|\p{Z}(?<! )|\p{DI}/u);
        expect(visible.normalize('NFC')).toBe(visible);
      }),
      RUNS,
    );
  });

  it('for every text: a backslash of the output begins an escape', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(visibleText(any)).not.toMatch(/\\(?!u\{[0-9a-f]{1,6}\})/);
      }),
      RUNS,
    );
  });

  it('for every text: no mark stands without a letter, nor more than four on one', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(visibleText(any)).not.toMatch(/(?:^|[^\p{L}\p{M}]|[A-Za-z])\p{M}|\p{M}{5}/u);
      }),
      RUNS,
    );
  });

  it('for every printable ASCII without a backslash: nothing changes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (any) => {
        const plain = any.replaceAll('\\', '');
        expect(visibleText(plain)).toBe(plain);
      }),
      RUNS,
    );
  });

  it('for every text: the output is at most eight times as long, and never shorter', () => {
    fc.assert(
      fc.property(text, (any) => {
        const { length } = visibleText(any);
        expect(length).toBeLessThanOrEqual(8 * any.length);
        expect(length).toBeGreaterThanOrEqual(any.length);
      }),
      RUNS,
    );
  });

  it('for every two texts: printable ASCII between them keeps each as it is alone', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(visibleText(`${one}:${other}`)).toBe(`${visibleText(one)}:${visibleText(other)}`);
      }),
      RUNS,
    );
  });
});
