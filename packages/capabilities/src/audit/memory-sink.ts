import { beginChain, link, type Anchor } from './chain.js';
import type { AuditEvent, EventDraft } from './event.js';
import { isWriter } from './fields.js';
import { createTail, selects } from './select.js';
import type { AuditQuery, AuditSink } from './sink.js';

/** What a memory sink may be told. */
export interface MemorySinkOptions {
  /** Names the chain; 1 to 46 letters, digits and `_ . : @ / -`. Default `memory`. */
  readonly writer?: string;
  /** How many events are kept; the oldest go first. Default 100,000. */
  readonly capacity?: number;
}

/** A sink that answers at once, and that tests can look into. */
export interface MemorySink extends AuditSink {
  /** Returns the event in its place, not a promise of it. */
  append(draft: EventDraft): AuditEvent;
  /** The events that are still kept, in order. */
  events(): readonly AuditEvent[];
  /** The place of the last event. */
  anchor(): Anchor;
}

/**
 * Keeps a hash-chained log in memory: for tests, examples and pages, and gone with the process.
 *
 * Holds `capacity` events, and knows the ids of just those: a second append of an attempt whose
 * event has been dropped is a new event. Verification of what is left says «starts at seq n».
 *
 * @throws TypeError — when an option is none; from `append`, when the draft is no event.
 */
export function memorySink(options: MemorySinkOptions = {}): MemorySink {
  const { writer = 'memory', capacity = 100_000 } = options;
  if (!isWriter(writer))
    throw new TypeError('memory sink: `writer` is not 1 to 46 safe characters');
  if (!Number.isSafeInteger(capacity) || capacity < 1)
    throw new TypeError('memory sink: `capacity` is not a whole number from 1');

  const byId = new Map<string, AuditEvent>();
  let kept: AuditEvent[] = [];
  let end: Anchor = beginChain(writer);

  const events = (): readonly AuditEvent[] => kept.slice(-capacity);

  const drop = (): void => {
    const dropped = kept.at(-1 - capacity);
    if (dropped?.kind === 'invocation') byId.delete(dropped.id);
    // Cut in one go once as much is dropped as is kept: shifting each time would cost each time.
    if (kept.length >= 2 * capacity) kept = kept.slice(-capacity);
  };

  const append = (draft: EventDraft): AuditEvent => {
    const { event } = link(draft, end);
    if (event.kind === 'invocation') {
      const first = byId.get(event.id);
      if (first !== undefined) return first;
      byId.set(event.id, event);
    }
    end = event;
    kept.push(event);
    if (kept.length > capacity) drop();
    return event;
  };

  async function* read(query: AuditQuery = {}): AsyncIterable<AuditEvent> {
    const found = events().filter(selects(query));
    if (query.last === undefined) return yield* found;
    const tail = createTail<AuditEvent>(query.last);
    for (const event of found) tail.push(event);
    yield* tail.items();
  }

  return {
    append,
    read,
    events,
    anchor: () => ({ writer: end.writer, seq: end.seq, hash: end.hash }),
  };
}
