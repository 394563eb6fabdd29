/** Counts the UTF-8 bytes of a well-formed text. */
export function utf8Bytes(text: string): number {
  // eslint-disable-next-line no-control-regex -- the class is «all of ASCII», control characters included
  if (!/[^\x00-\x7f]/.test(text)) return text.length;
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
