import type { Awaitable } from '../internal/awaitable.js';
import type { AuditEvent, EventDraft } from './event.js';

/** Which part of a chain to read. */
export interface AuditQuery {
  /** Only events of these kinds. */
  readonly kinds?: readonly AuditEvent['kind'][];
  /** Only events after this sequence number. */
  readonly afterSeq?: number;
  /** Only the last so many of what matches. */
  readonly last?: number;
}

/**
 * Where audit events go. Appends and reads; nothing here edits or removes.
 *
 * One terminal event is kept per invocation id: a second append of an
 * `invocation` with an id that was written returns the first, unchanged.
 */
export interface AuditSink {
  /**
   * Resolves with the event in its place once it is as durable as this sink
   * promises, or rejects: then the executor withholds the result.
   */
  append(draft: EventDraft): Awaitable<AuditEvent>;
  /** Reads events in the order of the chain. */
  read(query?: AuditQuery): AsyncIterable<AuditEvent>;
  /** Finishes what is queued and lets go of the file or connection. */
  close?(): Promise<void>;
}
