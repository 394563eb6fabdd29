import { CHAIN_DOMAIN } from './chain.js';
import { sha256Hex } from '../internal/sha256.js';
import type { AuditEvent } from './event.js';
import { isHash, isSeq, isWriter, own } from './fields.js';
import { compose, type Composed } from './serialize.js';

/** The longest line that is looked at, in characters. No event comes near it. */
export const MAX_LINE = 65_536;

/** What a line, or an event object, turned out to be. */
export type Reading =
  /** An event, frozen; `sealed` when its hash is that of its content. */
  | {
      readonly is: 'event';
      readonly event: AuditEvent;
      readonly sealed: boolean;
      readonly hash: string;
    }
  /** Not an event, whatever else it is. */
  | { readonly is: 'malformed' }
  /** An event, but not written as an event is written. */
  | { readonly is: 'not_canonical' };

const MALFORMED = { is: 'malformed' } as const satisfies Reading;
const NOT_CANONICAL = { is: 'not_canonical' } as const satisfies Reading;

/**
 * Reads one line of a log, or one event object, and never throws.
 *
 * A line must be byte for byte what writing its event again gives, so that no second key, space or
 * spelling of a number can hide in it.
 */
export function readEvent(item: unknown): Reading {
  if (typeof item !== 'string')
    return typeof item === 'object' && item !== null ? readObject(item) : MALFORMED;
  if (item.length > MAX_LINE) return MALFORMED;
  let parsed: unknown;
  try {
    parsed = JSON.parse(item);
  } catch {
    return MALFORMED;
  }
  if (typeof parsed !== 'object' || parsed === null) return MALFORMED;
  return judge(parsed, ({ text }, hash) => `${text},"hash":"${hash}"}` === item);
}

function readObject(source: object): Reading {
  try {
    return judge(source, ({ event }, hash) => hasJust(source, { ...event, hash }));
  } catch {
    // A proxy may throw out of any look at it.
    return MALFORMED;
  }
}

function judge(
  source: object,
  isCanonical: (composed: Composed, hash: string) => boolean,
): Reading {
  const composed = place(source);
  const hash = own(source, 'hash');
  if (composed === undefined || !isHash(hash)) return MALFORMED;
  if (!isCanonical(composed, hash)) return NOT_CANONICAL;
  const { event, text } = composed;
  const due = sha256Hex(`${CHAIN_DOMAIN}${text}}`);
  event.hash = hash;
  // Composed from closed lists: by construction one of the two shapes.
  return {
    is: 'event',
    event: Object.freeze(event) as AuditEvent,
    sealed: due === hash,
    hash: due,
  };
}

function place(source: object): Composed | undefined {
  const writer = own(source, 'writer');
  const seq = own(source, 'seq');
  const prev_hash = own(source, 'prev_hash');
  if (!isWriter(writer) || !isSeq(seq) || !isHash(prev_hash)) return undefined;
  try {
    return compose(source, { writer, seq, prev_hash });
  } catch {
    return undefined;
  }
}

function hasJust(source: object, event: object): boolean {
  const keys = Reflect.ownKeys(source);
  return (
    keys.length === Object.keys(event).length &&
    keys.every(
      (key) =>
        typeof key === 'string' &&
        Object.hasOwn(event, key) &&
        Object.is(own(source, key), own(event, key)),
    )
  );
}
