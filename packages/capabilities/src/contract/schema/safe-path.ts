/** Control characters, line separators, halves of characters, and the other separator. */
const NEVER = /[\p{Cc}\u2028\u2029\p{Surrogate}\\]/u;

/** Any percent-encoding: whoever decodes the path once more would read another path. */
const ENCODED = /%(?:[0-9a-f]{2}|u)/i;

const DRIVE = /^[a-z]:/i;

/** `.`, `..`, and what some file systems read as one of them. */
const DOTS = /^[. ]+$/;

/**
 * Tells whether a text is a relative path that cannot lead out of the folder it is resolved in.
 *
 * Refused: absolute paths and drives, empty segments, `.` and `..`, back-slashes, control
 * characters, anything percent-encoded, and characters that compatibility folding turns into one
 * of these.
 */
export function isSafePath(text: string): boolean {
  return isPlain(text) && isPlain(text.normalize('NFKC'));
}

function isPlain(text: string): boolean {
  return (
    !NEVER.test(text) &&
    !ENCODED.test(text) &&
    !DRIVE.test(text) &&
    text.split('/').every((segment) => segment !== '' && !DOTS.test(segment))
  );
}
