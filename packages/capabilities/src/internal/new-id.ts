const LENGTH = 36;
/** How many ids are written out at once. Each holds the text of all, so they are not many. */
const WRITTEN = 32;
/** How many are drawn at once: to ask for randomness costs more than the randomness. */
const DRAWN = 8 * WRITTEN;

const random = new Uint8Array(16 * DRAWN);
const text = new Uint8Array(LENGTH * WRITTEN);
let spent = random.length;
let written = '';
let used = 0;

/**
 * Draws an id nobody can foresee: a UUID of version 4, in lower case.
 *
 * They are drawn and written out many at a time: `crypto.randomUUID` puts each together from twenty
 * pieces, which costs three times as much, and every attempt pays for one.
 */
export function newId(): string {
  if (used === written.length) {
    written = writeOut();
    used = 0;
  }
  return written.slice(used, (used += LENGTH));
}

function writeOut(): string {
  if (spent === random.length) {
    crypto.getRandomValues(random);
    spent = 0;
  }
  for (let id = 0; id < WRITTEN; id += 1, spent += 16) write(random, spent, text, LENGTH * id);
  return ASCII.decode(text);
}

/** Writes sixteen random bytes as RFC 9562 has them: six bits say that they are random. */
function write(bytes: Uint8Array, from: number, text: Uint8Array, start: number): void {
  let to = start;
  for (let at = 0; at < 16; at += 1) {
    if (at === 4 || at === 6 || at === 8 || at === 10) text[to++] = DASH;
    const drawn = bytes[from + at] ?? 0;
    const byte = at === 6 ? (drawn & 0x0f) | 0x40 : at === 8 ? (drawn & 0x3f) | 0x80 : drawn;
    text[to++] = HEX[byte >> 4] ?? 0;
    text[to++] = HEX[byte & 0x0f] ?? 0;
  }
}

const DASH = 45;
const HEX = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const ASCII = new TextDecoder();
