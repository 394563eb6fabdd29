import type { Origin } from '../contract/caller.js';
import type { Effect, Network, SideEffect } from '../contract/classification.js';
import { STAGES } from '../contract/codes.js';
import type { OutcomeKind, StageReached } from './event.js';
import { safeText } from './safe-text.js';

// How each field of an event is read. A reader answers `undefined` for whatever is not a value of
// its field; it never converts, except that foreign texts are made safe. What a reader lets through
// needs no escape in JSON: that is what makes the fast writing in `serialize.ts` sound.

/** What the texts of an event look like, as ECMAScript and JSON Schema patterns. */
export const PATTERNS = {
  id: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  time: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
  hash: '^[0-9a-f]{64}$',
  word: '^[a-z][a-z0-9_-]{0,127}$',
  writer: '^[A-Za-z0-9_.:@/-]{1,46}$',
  text: '^[A-Za-z0-9_.:@/-]{1,128}$',
} as const;

const TIME = new RegExp(PATTERNS.time);
const HASH = new RegExp(PATTERNS.hash);
const WORD = new RegExp(PATTERNS.word);
const WRITER = new RegExp(PATTERNS.writer);

/** Tells whether a text may name a writer: 1 to 46 safe characters, so that a checkpoint of it fits in a subject. */
export function isWriter(value: unknown): value is string {
  return typeof value === 'string' && WRITER.test(value);
}

/** Tells whether a value is a SHA-256 in lower-case hex. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && HASH.test(value);
}

/** Tells whether a value can be a place in a chain. */
export function isSeq(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** Reads an own property. A prototype is not asked. */
export function own(source: object, name: string): unknown {
  return Object.hasOwn(source, name) ? (source as Record<string, unknown>)[name] : undefined;
}

/** Reads the id of an attempt or occurrence: a UUID in lower case. */
export function readId(value: unknown): string | undefined {
  return typeof value === 'string' && isUuid(value) ? value : undefined;
}

/** Decides as `PATTERNS.id` does, in half the time: of all texts of an event this one alone is always new. */
function isUuid(text: string): boolean {
  if (text.length !== 36) return false;
  for (let at = 0; at < 36; at += 1) {
    const unit = text.charCodeAt(at);
    const isDigit = (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 102); // 0-9 a-f
    const isDash = unit === 45;
    if (at === 8 || at === 13 || at === 18 || at === 23 ? !isDash : !isDigit) return false;
  }
  return true;
}

/** Reads an ISO 8601 time in UTC with milliseconds. */
export function readTime(value: unknown): string | undefined {
  if (value === lastTime) return lastTime; // many events share one
  return typeof value === 'string' && TIME.test(value) ? (lastTime = value) : undefined;
}
let lastTime: string | undefined;

/** Reads a text that somebody else chose, made safe. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? safeText(value) : undefined;
}

/** Reads a code or reason: a lower-case word. Anything else might be a message, so it is left out, not cut. */
export function readWord(value: unknown): string | undefined {
  return typeof value === 'string' && WORD.test(value) ? value : undefined;
}

/** Reads a whole number of at least `least`. */
export function readInteger(value: unknown, least: 0 | 1): number | undefined {
  // Adding 0 makes a plain zero of -0, which JSON would write as `0` and read back as another value.
  return Number.isSafeInteger(value) && (value as number) >= least
    ? (value as number) + 0
    : undefined;
}

/** Reads a duration in milliseconds, rounded to microseconds. */
export function readMilliseconds(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0) || value > Number.MAX_SAFE_INTEGER)
    return undefined;
  return value < 1e12 ? Math.round(value * 1000) / 1000 + 0 : value;
}

/** One value of a closed list, and how it is written. */
interface Written<W extends string> {
  readonly word: W;
  readonly text: string;
}

const closed = <W extends string>(
  field: string,
  words: readonly W[],
): ReadonlyMap<unknown, Written<W>> =>
  new Map(words.map((word) => [word, { word, text: `,"${field}":"${word}"` }]));

/** The closed lists, in the order in which they are documented. */
export const WORDS = {
  side_effect: ['read_only', 'mutating'],
  network: ['local', 'external'],
  stage_reached: [
    'resolved',
    'validated',
    'policy-checked',
    'confirmed',
    'executed',
    ...STAGES.map((stage) => `rejected-at-${stage}` as const),
  ],
  outcome: ['completed', 'pending', 'rejected', 'unknown'],
  ruling: ['allow', 'ask', 'deny'],
  origin: ['user', 'model', 'plan', 'scheduler', 'operator', 'host'],
} as const satisfies {
  readonly side_effect: readonly SideEffect[];
  readonly network: readonly Network[];
  readonly stage_reached: readonly StageReached[];
  readonly outcome: readonly OutcomeKind[];
  readonly ruling: readonly Effect[];
  readonly origin: readonly Origin[];
};

/** For each closed list: a value → how it is written. One look-up both checks and writes. */
export const CLOSED = {
  sideEffect: closed('side_effect', WORDS.side_effect),
  network: closed('network', WORDS.network),
  stageReached: closed('stage_reached', WORDS.stage_reached),
  outcome: closed('outcome', WORDS.outcome),
  ruling: closed('ruling', WORDS.ruling),
  origin: closed('origin', WORDS.origin),
} as const;
