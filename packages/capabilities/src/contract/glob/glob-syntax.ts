/** How long a pattern may be. */
const MAX_PATTERN = 512;

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const REFUSED = /[\\[\]{}!\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Tells whether a text can be a pattern of some kind: `*`, `**`, `?` and literal characters. There is
 * no escape, brace, bracket or negation, so their characters are refused. Source: decision «Globs».
 */
export function isPattern(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= MAX_PATTERN &&
    text.isWellFormed() &&
    !REFUSED.test(text) &&
    !text.includes('***')
  );
}

/** One place of a pattern: a code point, or one of the three wildcards. */
export type Token = string | typeof ANY | typeof ANY_RUN | typeof RUN;

/** `?`: one code point that is no separator. */
export const ANY = Symbol('?');
/** `*`: any run of code points without a separator; also none. */
export const RUN = Symbol('*');
/** `**`: any run of code points; also none. */
export const ANY_RUN = Symbol('**');

/** Takes a pattern apart, by code point. */
export function tokensOf(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const point of pattern) {
    if (point === '*' && tokens.at(-1) === RUN) tokens[tokens.length - 1] = ANY_RUN;
    else tokens.push(point === '*' ? RUN : point === '?' ? ANY : point);
  }
  return tokens;
}
