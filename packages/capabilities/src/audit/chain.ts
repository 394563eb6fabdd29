import { sha256Hex } from '../internal/sha256.js';
import type { AuditEvent, EventDraft } from './event.js';
import { compose } from './serialize.js';

/** Keeps the hash of a link from being taken for a hash of anything else. */
export const CHAIN_DOMAIN = 'sovereign-audit-1\n';

/** The `prev_hash` of the first event of a chain. */
export const NO_HASH = '0'.repeat(64);

/** A place in a chain: what to note elsewhere, so that a cut or replaced tail is found out. Every event is one. */
export interface Anchor {
  readonly writer: string;
  /** 0 before the first event. */
  readonly seq: number;
  readonly hash: string;
}

/** An event in its place, and the line that says so. */
export interface Link {
  /** Frozen. */
  readonly event: AuditEvent;
  /** Its JSON, without a line break. */
  readonly line: string;
}

/** Names the end of a chain that has no event yet. */
export function beginChain(writer: string): Anchor {
  return { writer, seq: 0, hash: NO_HASH };
}

/**
 * Gives a draft its place after `end`: writer, sequence number, the hash before it, and its own.
 *
 * `hash` is SHA-256 over {@link CHAIN_DOMAIN} and the event's line without `hash`.
 *
 * @throws TypeError — when a field without which there is no event is missing.
 */
export function link(draft: EventDraft, end: Anchor): Link {
  const place = { writer: end.writer, seq: end.seq + 1, prev_hash: end.hash };
  const { event, text } = compose(draft, place);
  const hashed = `${CHAIN_DOMAIN}${text}}`;
  const hash = (event.hash = sha256Hex(hashed));
  // Cut from what was hashed, not put together again: hashing has made one flat string of a rope of
  // forty pieces, and doing that twice would cost as much as the hash.
  const line = `${hashed.slice(CHAIN_DOMAIN.length, -1)},"hash":"${hash}"}`;
  // Composed field by field from closed lists just above: by construction one of the two shapes.
  return { event: Object.freeze(event) as AuditEvent, line };
}
