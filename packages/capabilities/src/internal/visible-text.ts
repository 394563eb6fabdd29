/**
 * Gives the text a person can rely on seeing: what is invisible, moves other text about, or can be
 * taken for ASCII appears as `\u{…}`, in lower-case hexadecimal, and so does the backslash itself.
 *
 * Two different inputs never give the same output, so an output can be read back; no input is
 * refused, lone surrogates included. It is not idempotent: each pass escapes the backslashes of the
 * last. Printable ASCII without a backslash comes back as it is; an output is at most eight times
 * as long as its input.
 *
 * It lists what may be shown, not what may not, so a character nobody thought of is escaped. Shown
 * are letters with their vowel signs from the scripts below, five signs, and pictorial emoji; no
 * digit, space or punctuation but that of ASCII. Look-alikes are escaped inside Cyrillic, Greek,
 * Hebrew or Arabic text too, and so are `\u{e6}` and `\u{153}`; that costs some households
 * readability. There is no option for a household's language: it would show a Cyrillic target that
 * can be taken for a Latin one, and whoever proposes chooses the target.
 *
 * Hebrew and Arabic letters still turn round the digits and punctuation between them: a page shows
 * an output from left to right, and each run of such letters in an element of its own (`bdi`).
 *
 * Source: decision «Disclosure».
 */
export function visibleText(text: string): string {
  return PLAIN.test(text) ? text : text.replace(NOT_PLAIN, visibleRun);
}

const PLAIN = /^[ -[\]-~]*$/;
const NOT_PLAIN = /[^ -[\]-~]+/gu;

/** More signs than a letter of a living script carries only hide what stands above and below. */
const MAX_MARKS = 4;

// Latin letters are shown when they are ASCII under an accent, or one of these.
const LATIN_ACCENTED = /^[\u{c0}-\u{24f}\u{1e00}-\u{1eff}]$/u;
// No word begins with the capital of ð, and it is drawn as Đ is.
const LATIN_OWN = 'ßẞøØłŁđĐðþÞħĦŧŦŋŊəƏ';

// Where most letters of a script look like ASCII, those that do not are named. Armenian, Cherokee,
// Coptic, Lisu, Bopomofo and single Hangul letters have too few to be worth a line.
const OWN_LETTERS = `${LATIN_OWN}БДЖИЙЛФЦЧШЩЭЯбджийфцчшщэяΓΔΞΠΣΦΨΩδζλξπφψ`;

const SIGNS = '§°€£¿';

// Elsewhere the look-alikes are named: [letters and vowel signs, those of them that are escaped].
const SCRIPTS: readonly (readonly [shown: string, lookAlikes: string])[] = [
  // Hebrew without its accents: vav, het, tet, yod, final nun, samekh.
  ['05d0-05ea 05b0-05bc 05c1-05c2', '05d5 05d7-05d9 05df 05e1'],
  // Arabic, Persian and Urdu: alef, the heh family, the stretching stroke.
  [
    '0621-064a 064b-0652 0679 067e 0686 0688 0691 0698 06a9 06af 06ba 06cc 06d2',
    '0627 0629 0640 0647',
  ],
  // The scripts of India: signs that are a circle or a colon beside the letter, round letters.
  ['0900-0963 0971-097f', '0903 093d'],
  ['0980-09ce', '0982-0983 09bd'],
  ['0a01-0a75', '0a03 0a20'],
  ['0a81-0ae3', '0a83 0abd'],
  ['0b01-0b63', '0b02-0b03 0b20 0b3d'],
  ['0b82-0bcd', '0b82-0b83 0b9f 0baa'],
  ['0c00-0c63', '0c02-0c03'],
  ['0c80-0ce3', '0c82-0c83'],
  ['0d00-0d4d 0d7a-0d7f', '0d02-0d03 0d1f-0d20 0d30-0d31'],
  ['0d81-0ddf', '0d82-0d83'],
  // Thai, Lao, Tibetan, Myanmar, Khmer.
  ['0e01-0e4e', ''],
  ['0e81-0ecd', ''],
  ['0f40-0f6c 0f71-0f84 0f8d-0fbc', '0f7f'],
  ['1000-103f', '1002 1004 1015 101d 1038'],
  ['1780-17b3 17b6-17d3', '17a3-17a4 17c7-17c8'],
  // Georgian and Ethiopic.
  ['10d0-10f0', '10d8 10dd 10e7'],
  ['1200-135a', '1200 1208 1230 1260 1270 12a0 12d0 12d8 1320 1350'],
  // Kana, where one is a slash, and their length mark.
  ['3041-3096 30a1-30fa 30fc', '30ce'],
  // Han, where a single stroke is a bar, a slash or a letter.
  ['3400-4dbf 4e00-9fff 20000-323af', '4e04-4e05 4e28 4e36 4e3f-4e41 4e59 4e85'],
];

const classOf = (ranges: string): string =>
  ranges.replace(/[0-9a-f]+/g, '\\u{$&}').replaceAll(' ', '');

const SCRIPT = SCRIPTS.map(
  ([shown, lookAlikes]) => new RegExp(`^(?![${classOf(lookAlikes)}])[${classOf(shown)}]$`, 'u'),
);
const ANY_SCRIPT = new RegExp(SCRIPT.map(({ source }) => source).join('|'), 'u');
const LETTER = /^\p{L}$/u;
const MARK = /^\p{M}$/u;

// Blocks of pictures; emoji that are letters, digits and signs lie outside, but for these few.
const PICTURE =
  /^(?![\u{1f4b2}\u{1f51f}-\u{1f524}])(?=[\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}])\p{Emoji_Presentation}$/u;

// Whole syllables: Unicode would take them apart into letters that are not shown.
const HANGUL = /^[\u{ac00}-\u{d7a3}]$/u;

// Two ordinary vowels that Unicode takes apart where nobody writing Thai or Lao does.
const WHOLE = '\u{e33}\u{eb3}';

/** Shows or escapes one run of characters that are not plain ASCII. */
function visibleRun(run: string): string {
  let visible = '';
  // The last letter shown and the signs on it.
  let letter = '';
  let marks = '';
  for (const character of run) {
    const isMark = isShownMark(character, letter, marks);
    const shown = isMark || isShown(character);
    visible += shown ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`;
    marks = isMark ? marks + character : '';
    if (!isMark) letter = shown ? character : '';
  }
  return visible;
}

function isShown(character: string): boolean {
  if (SIGNS.includes(character) || PICTURE.test(character)) return true;
  if (!LETTER.test(character) || !isItself(character)) return false;
  if (HANGUL.test(character)) return true;
  // A look-alike under an accent is a look-alike still, so the letter without accents is judged.
  const [base = character] = character.normalize('NFD');
  if (LATIN_ACCENTED.test(character)) return base <= '~' || LATIN_OWN.includes(base);
  return OWN_LETTERS.includes(base) || ANY_SCRIPT.test(base);
}

// A sign is shown on a letter of its own script, in the one order and form that Unicode has for
// the two: so any accent typed after `e` is told from `é`.
function isShownMark(character: string, letter: string, marks: string): boolean {
  if (marks.length >= MAX_MARKS || !MARK.test(character)) return false;
  const isOneScript = SCRIPT.some((script) => script.test(letter) && script.test(character));
  return isOneScript && isItself(letter + marks + character);
}

/** Whether no other text means the same: full-width, mathematical and doubled letters fail. */
function isItself(text: string): boolean {
  return text.normalize('NFKC') === text || WHOLE.includes(text);
}
