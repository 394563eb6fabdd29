/** The most characters an event carries of a text that somebody else chose. */
export const SAFE_TEXT_LENGTH = 128;

// Word characters, and what joins them in names, paths and ids. No space: a space would let a
// name look like two columns to whoever reads the log with line tools.
const SAFE = /^[\w.:@/-]{1,128}$/;
const UNSAFE_CHARACTER = /[^\w.:@/-]/g;

/** Tells whether a text may stand in an event as it is: 1 to 128 of `A-Z a-z 0-9 _ . : @ / -`. */
export function isSafeText(text: string): boolean {
  return SAFE.test(text);
}

/**
 * Reduces a text to what an event may carry: its first 128 UTF-16 units, with `_` for every unit
 * that is not a letter or digit of ASCII or one of `_ . : @ / -`. An empty text becomes `_`.
 */
export function safeText(text: string): string {
  if (SAFE.test(text)) return text;
  return text.slice(0, SAFE_TEXT_LENGTH).replace(UNSAFE_CHARACTER, '_') || '_';
}
