import type { LogPower } from '../../powers/powers.js';

/** What a handler noted: a word, and words with numbers or booleans. */
export interface Note {
  readonly word: string;
  readonly facts: Readonly<Record<string, number | boolean>>;
}

/** What a log power is made from. */
export interface NodeLogPowerOptions {
  /** Where notes go. Nowhere unless stated: a library does not write to a program's output. */
  readonly sink?: (note: Note) => void;
}

const WORD = /^[a-z][a-z0-9_]{0,63}$/;
const MAX_FACTS = 16;

/**
 * Lends a place for words and numbers.
 *
 * A note that holds anything else is dropped whole, and so is what the sink throws: a log
 * neither carries text nor decides how the work ends. How much is kept is the sink's to decide.
 */
export function nodeLogPower({ sink }: NodeLogPowerOptions = {}): LogPower {
  return Object.freeze<LogPower>({
    note(word, facts) {
      if (sink === undefined) return;
      const note = readNote(word, facts);
      if (note === undefined) return;
      try {
        sink(note);
      } catch {
        // The sink's own trouble is not the handler's.
      }
    },
  });
}

/** Copies a note out of a handler's hands; undefined for one that may not be kept. */
function readNote(word: unknown, facts: unknown): Note | undefined {
  if (!isWord(word)) return undefined;
  if (facts !== undefined && (typeof facts !== 'object' || facts === null)) return undefined;
  const kept: Record<string, number | boolean> = Object.create(null) as Record<string, never>;
  try {
    const entries = Object.entries(Object.getOwnPropertyDescriptors(facts ?? {}));
    if (entries.length > MAX_FACTS) return undefined;
    for (const [key, { value }] of entries) {
      if (!isWord(key) || !isFact(value)) return undefined;
      kept[key] = value;
    }
  } catch {
    // A proxy may refuse to be looked at.
    return undefined;
  }
  return Object.freeze({ word, facts: Object.freeze(kept) });
}

const isWord = (value: unknown): value is string => typeof value === 'string' && WORD.test(value);
const isFact = (value: unknown): value is number | boolean =>
  typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
