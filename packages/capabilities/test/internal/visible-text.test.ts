import { describe, expect, it } from 'vitest';
import { visibleText } from '../../src/internal/visible-text.js';

const escaped = (text: string): string =>
  Array.from(text, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`).join('');

const isSeen = (character: string): boolean => visibleText(character) === character;

/** Every code point that is no half of a surrogate pair. */
const everyCharacter = (): string[] =>
  Array.from({ length: 0x11_0000 }, (_, point) => point)
    .filter((point) => point < 0xd8_00 || point > 0xdf_ff)
    .map((point) => String.fromCodePoint(point));

describe('visibleText', () => {
  it('leaves printable ASCII alone, and a long text at once', () => {
    const printable = Array.from({ length: 95 }, (_, n) => String.fromCharCode(0x20 + n)).join('');
    const plain = printable.replace('\\', '');
    expect(visibleText(plain)).toBe(plain);
    const long = plain.repeat(10_000);
    expect(visibleText(long)).toBe(long);
    expect(visibleText('')).toBe('');
  });

  it('escapes the backslash, so that an escape cannot be typed', () => {
    expect(visibleText('\\u{430}')).toBe('\\u{5c}u{430}');
    expect(visibleText('\u{430}')).toBe('\\u{430}');
    expect(visibleText('C:\\x')).toBe('C:\\u{5c}x');
  });

  it('leaves ordinary letters of many languages readable', () => {
    for (const text of [
      'Grüße, señor! Été à Tromsø, Łódź, İzmir, Đà Nẵng',
      '21 °C, § 5, 9 €, £3',
      '中文',
      '日本ガス',
      '한국',
      'אבג',
      'عربي',
      'हिन्दी',
      'ไทย น้ำ',
      'ລາວ',
      'ქარე',
      'БДЖЩЯ',
      'ΔΞΠΨ',
      'cena 🎉 🏠',
    ]) {
      expect(visibleText(text)).toBe(text);
    }
  });

  it.each([
    ['controls', '\u0000\u0007\b\t\n\r\u001b\u007f\u0080\u0085\u009b\u009f'],
    [
      'bidi controls and marks',
      '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
    ],
    ['zero-width and joining characters', '\u200b\u200c\u200d\u2060\u2061\u2064\ufeff\u034f\u180e'],
    [
      'fillers, selectors, tags and the soft hyphen',
      '\u00ad\u115f\u1160\u3164\uffa0\u17b4\u180b\ufe00\ufe0f\u{e0001}\u{e0061}\u{e0100}',
    ],
    ['separators and spaces', '\u2028\u2029\u00a0\u1680\u2000\u2003\u2009\u202f\u205f\u3000\u2800'],
    [
      'private use, unassigned and noncharacters',
      '\ue000\u{f0000}\u{10fffd}\u0378\ufdd0\uffff\u{1fffe}\u{10ffff}',
    ],
    ['annotations and the replacement character', '\ufff9\ufffa\ufffb\ufffc\ufffd'],
    ['compatibility forms of ASCII', 'ａＡ０．／𝐚𝒜𝟎ⓐ①ªº²½ﬁ…℀\u212a\u037e\u1fef'],
    ['dots, colons and commas', '․‥·•‧∙⋅。、，‚׃ː∶꞉։٫٬'],
    ['dashes and lines', '‐‑‒–—―−﹣－⁃˗ˍ＿'],
    ['slashes and bars', '⁄∕╱⧸ノ丿／⧵∖＼丶ǀ∣│｜丨׀'],
    ['quotes and primes', '‘’‚‛“”„‟′″‵ʹʼʻˈ´｀＂＇'],
    ['brackets and other marks', 'ǃ！‹›≺≻⁎∗＋⁓∼〜﹤﹥❨❩❴❵¡×'],
    ['Latin look-alikes', 'ıɑɡɩʋƒſʀæœÆŒ'],
    ['Cyrillic look-alikes', 'аеорсухіјѕһԁԛԝАВЕКМНОРСТХЅІЈ'],
    ['Greek look-alikes', 'αβγικνορστυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'],
    ['look-alikes under an accent', 'ёїάίόύأ'],
    ['Armenian, Cherokee, Coptic and Lisu', 'ոսօհցյՕՍᎪᎢᎻᏚⲟⲣⲥꓐꓮꓳ'],
    ['Hebrew, Arabic and Indian look-alikes', 'וןסטاهഠଠംः'],
    ['digits of other scripts', '٠١٥۰०৪੪๐〇'],
    ['pictures of letters, digits and signs', '🔟🔠🔤💲🅰🆎🄰➕➖❗❓⭕❌'],
    ['single Hangul letters', 'ㅇㅣ이'],
  ])('escapes %s', (_, text) => {
    expect(visibleText(text)).toBe(escaped(text));
  });

  it('escapes lone surrogates and keeps pairs', () => {
    expect(visibleText('\ud83d')).toBe('\\u{d83d}');
    expect(visibleText('\ude00\ud83d')).toBe('\\u{de00}\\u{d83d}');
    expect(visibleText('\ud83d\ude00')).toBe('\u{1f600}');
  });

  it('escapes a mark without a letter of its own script', () => {
    for (const mark of ['\u0301', '\u0338', '\u20dd', '\u093f', '\u05b4']) {
      expect(visibleText(mark)).toBe(escaped(mark));
      expect(visibleText(`a${mark}`)).toBe(`a${escaped(mark)}`);
      expect(visibleText(`日${mark}`)).toBe(`日${escaped(mark)}`);
    }
    expect(visibleText('и\u0306')).toBe('и\\u{306}');
  });

  it('tells a letter and its accent from the accented letter', () => {
    expect(visibleText('\u00e9')).toBe('\u00e9');
    expect(visibleText('e\u0301')).toBe('e\\u{301}');
    expect(visibleText('\u30ab\u3099')).toBe('\u30ab\\u{3099}');
    expect(visibleText('\u0bc6\u0bbe')).toBe('\\u{bc6}\\u{bbe}');
    expect(visibleText('\u0b95\u0bc6\u0bbe')).toBe('\u0b95\u0bc6\\u{bbe}');
  });

  it('shows four marks on a letter and escapes what is stacked higher', () => {
    const pile = '\u0e38'.repeat(7);
    expect(visibleText(`ก${pile}`)).toBe(`ก${'\u0e38'.repeat(4)}${escaped('\u0e38'.repeat(3))}`);
  });

  it('shows of all characters only ASCII, letters, a few signs and pictures', () => {
    const other = everyCharacter().filter(
      (character) =>
        isSeen(character) && !/^[ -~]$|^[\p{L}\p{Emoji_Presentation}]$/u.test(character),
    );
    expect(other.join('')).toBe('£§°¿€');
  }, 30_000);

  it('shows no character that Unicode folds into ASCII', () => {
    const folded = everyCharacter().filter((character) => {
      const nfkc = character.normalize('NFKC');
      return character > '~' && nfkc !== character && /[ -~]/.test(nfkc) && isSeen(character);
    });
    expect(folded).toEqual([]);
  }, 30_000);
});
