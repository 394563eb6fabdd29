/**
 * Makes foreign text fit to be shown: no control, format or broken characters, no blanks around it, no endless length.
 *
 * Null for text of which nothing is left.
 */
export function cleanText(text: string, maxLength: number): string | null {
  const shown = text.trim().replace(UNSHOWN, '\ufffd');
  const cut = Array.from(shown).slice(0, maxLength).join('').trim();
  return cut === '' ? null : cut;
}

const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;
