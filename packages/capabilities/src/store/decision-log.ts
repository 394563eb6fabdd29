import type { StoredRequest } from '../confirmation/pending.js';
import { deepFreeze } from '../internal/freeze.js';
import type { Awaitable } from '../internal/awaitable.js';

/** How many entries memory holds; the oldest go first. */
const KEEP = 10_000;

/** One line of the decision log: what was put before a person, and what they said. */
export interface DecisionEntry {
  readonly pendingId: string;
  readonly time: number;
  readonly person: string;
  /** `void` and `unsure` say of the entry before that it came to nothing, or that nobody knows. */
  readonly kind: 'approved' | 'declined' | 'modified' | 'withdrawn' | 'void' | 'unsure';
  readonly seen: string;
  /** The request as it stood. Holds arguments: this log is not the audit. */
  readonly request: StoredRequest;
  /** The request as the person changed it. */
  readonly changedTo?: StoredRequest;
  readonly note?: string;
}

/** An append-only record of decisions with their arguments, apart from the audit. */
export interface DecisionLog {
  append(entry: DecisionEntry): Awaitable<void>;
  read(pendingId?: string): Awaitable<readonly DecisionEntry[]>;
}

/** A decision log that lives and dies with its process, and holds the last 10,000 entries. */
export function memoryDecisionLog(): DecisionLog {
  const entries: DecisionEntry[] = [];
  return Object.freeze<DecisionLog>({
    append: (entry) => {
      entries.push(deepFreeze(entry));
      if (entries.length > KEEP) entries.shift();
    },
    read: (pendingId) =>
      entries.filter((entry) => pendingId === undefined || entry.pendingId === pendingId),
  });
}
