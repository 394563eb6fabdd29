import { beginChain, link, type Anchor } from './chain.js';
import type { AuditEvent, EventDraft } from './event.js';
import { isWriter } from './fields.js';
import { createRecent } from './recent.js';
import { createTail, selects } from './select.js';
import type { AuditQuery, AuditSink } from './sink.js';

// A notice may bear the id of an attempt, and must not hide that attempt's event.
const isTerminal = (event: AuditEvent): boolean => event.kind === 'invocation';

/** What a memory sink may be told. */
export interface MemorySinkOptions {
  /** Names the chain; 1 to 46 letters, digits and `_ . : @ / -`. Default `memory`. */
  readonly writer?: string;
  /** How many events are kept; the oldest go first. Default 10,000. */
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
  const { writer = 'memory', capacity = 10_000 } = options;
  if (!isWriter(writer))
    throw new TypeError('memory sink: `writer` is not 1 to 46 safe characters');
  if (!Number.isSafeInteger(capacity) || capacity < 1)
    throw new TypeError('memory sink: `capacity` is not a whole number from 1');

  const recent = createRecent<AuditEvent>(capacity, isTerminal);
  let end: Anchor = beginChain(writer);

  const append = (draft: EventDraft): AuditEvent => {
    const { event } = link(draft, end);
    const held = recent.admit(event);
    if (held === event) end = event;
    return held;
  };

  async function* read(query: AuditQuery = {}): AsyncIterable<AuditEvent> {
    const found = recent.items().filter(selects(query));
    if (query.last === undefined) return yield* found;
    const tail = createTail<AuditEvent>(query.last);
    for (const event of found) tail.push(event);
    yield* tail.items();
  }

  return {
    append,
    read,
    events: recent.items,
    anchor: () => ({ writer: end.writer, seq: end.seq, hash: end.hash }),
  };
}
