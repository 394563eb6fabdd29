import type { AuditEvent } from './event.js';
import type { AuditQuery } from './sink.js';

/** Tells of an event whether a query asks for it, leaving `last` aside. */
export function selects(query: AuditQuery): (event: AuditEvent) => boolean {
  const after = query.afterSeq ?? 0;
  const kinds = query.kinds && new Set(query.kinds);
  return (event) => event.seq > after && (kinds === undefined || kinds.has(event.kind));
}

/** Keeps the last `count` of what it is given, in order. */
export interface Tail<T> {
  push(item: T): void;
  items(): readonly T[];
}

/** Makes a {@link Tail} that never holds more than twice `count` items. */
export function createTail<T>(count: number): Tail<T> {
  let kept: T[] = [];
  const last = (): T[] => (count > 0 ? kept.slice(-count) : []);
  return {
    push(item) {
      kept.push(item);
      if (kept.length >= 2 * count) kept = last();
    },
    items: last,
  };
}
