import { ANY, ANY_RUN, RUN } from './glob-syntax.js';
import type { Places } from './glob-places.js';

/** Tells whether a part of a text, from one index to before another, fits. */
export type PartMatcher = (text: string, from: number, to: number) => boolean;

const WORD = 32;

/** Which places of a pattern do what, a bit for each; a place is a bit's number. */
interface Bits {
  readonly words: number;
  /** After which literal code point a place leads to the next. */
  readonly literals: ReadonlyMap<number, Int32Array>;
  readonly any: Int32Array;
  readonly run: Int32Array;
  readonly anyRun: Int32Array;
  readonly separator: number | undefined;
  /** Where the pattern ends. */
  readonly end: number;
}

/**
 * Reads a part once, with every place the tokens may be at as bits of a few words: it takes one step
 * per code point and 32 tokens, whatever the tokens and the text are.
 *
 * Source: Baeza-Yates and Gonnet, «A new approach to text searching», 1992.
 */
export function tokenMatcher(pattern: Places): PartMatcher {
  let bits: Bits | undefined;
  return (text, from, to) => fits((bits ??= bitsOf(pattern)), text, from, to);
}

function bitsOf({ tokens, separator }: Places): Bits {
  const words = Math.floor(tokens.length / WORD) + 1;
  const none = (): Int32Array => new Int32Array(words);
  const literals = new Map<number, Int32Array>();
  const wild = { [ANY]: none(), [RUN]: none(), [ANY_RUN]: none() };
  for (const [place, token] of tokens.entries()) {
    if (typeof token !== 'string') put(wild[token], place);
    else {
      const point = pointOf(token);
      const places = literals.get(point) ?? none();
      literals.set(point, places);
      put(places, place);
    }
  }
  return {
    words,
    literals,
    any: wild[ANY],
    run: wild[RUN],
    anyRun: wild[ANY_RUN],
    separator: separator === undefined ? undefined : pointOf(separator),
    end: tokens.length,
  };
}

// INVARIANT: nothing that is called while these are in use matches anything.
const MOST_WORDS = 17;
const now = new Int32Array(MOST_WORDS);

function fits(bits: Bits, text: string, from: number, to: number): boolean {
  now.fill(0, 0, bits.words);
  now[0] = 1;
  passRuns(bits);
  for (let at = from; at < to;) {
    const point = text.codePointAt(at) ?? 0;
    if (!step(bits, point)) return false;
    at += point > 0xffff ? 2 : 1;
  }
  return isIn(now, bits.end);
}

/** Goes on by one code point; false where there is no place left to be at. */
function step(bits: Bits, point: number): boolean {
  const literal = bits.literals.get(point);
  const isSeparator = point === bits.separator;
  let carried = 0;
  let isAnywhere = 0;
  for (let word = 0; word < bits.words; word += 1) {
    const places = now[word] ?? 0;
    const any = isSeparator ? 0 : (bits.any[word] ?? 0);
    const run = isSeparator ? 0 : (bits.run[word] ?? 0);
    const leading = places & ((literal?.[word] ?? 0) | any);
    const next = (leading << 1) | carried | (places & (run | (bits.anyRun[word] ?? 0)));
    carried = leading >>> (WORD - 1);
    now[word] = next;
    isAnywhere |= next;
  }
  passRuns(bits);
  return isAnywhere !== 0;
}

/** Adds the places behind runs, which may be empty. Two runs never stand side by side. */
function passRuns({ words, run, anyRun }: Bits): void {
  let carried = 0;
  for (let word = 0; word < words; word += 1) {
    const places = now[word] ?? 0;
    const atRun = places & ((run[word] ?? 0) | (anyRun[word] ?? 0));
    now[word] = places | (atRun << 1) | carried;
    carried = atRun >>> (WORD - 1);
  }
}

const pointOf = (text: string): number => text.codePointAt(0) ?? 0;

function put(places: Int32Array, place: number): void {
  const word = Math.floor(place / WORD);
  places[word] = (places[word] ?? 0) | (1 << (place % WORD));
}

const isIn = (places: Int32Array, place: number): boolean =>
  (((places[Math.floor(place / WORD)] ?? 0) >>> (place % WORD)) & 1) === 1;
