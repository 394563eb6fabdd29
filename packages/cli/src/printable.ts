// Controls, format characters (bidi, zero width), lone surrogates, private and unassigned code
// points, line and paragraph separators: whatever a terminal acts on, or does not show.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;
const UNPRINTABLE_BUT_NEWLINE = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu;

/** Makes text safe for a terminal: what is not seen, or moves other text about, becomes `\u{…}`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** As {@link printable}, for text of several lines. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE_BUT_NEWLINE, escaped);
}

/** Cuts and makes safe a path that somebody typed, to say it back. */
export function quoted(path: string): string {
  const safe = printable(path);
  return safe.length > 128 ? `\`${safe.slice(0, 127)}…\`` : `\`${safe}\``;
}

/** Says back the capability that somebody named, unless what they typed cannot be a name: then it may be anything. */
export function namedBack(typed: string): string {
  return /^[\w.@-]{1,128}$/.test(typed) ? `\`${typed}\`` : 'what was typed';
}

/** Writes JSON that reads back as the same value and holds nothing that a terminal acts on. */
export function printableJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  return text.replace(UNPRINTABLE_BUT_NEWLINE, (character) =>
    Array.from({ length: character.length }, (_, unit) =>
      jsonEscape(character.charCodeAt(unit)),
    ).join(''),
  );
}

const escaped = (character: string): string =>
  `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`;
const jsonEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;
