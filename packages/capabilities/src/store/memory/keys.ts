import { deepFreeze } from '../../internal/freeze.js';
import type { Intent, Recorded, Settled } from '../intent-steps.js';

/** How long an outcome is held under its key. */
const KEEP_MS = 86_400_000;
/** How many bytes of results are held under keys; the oldest go first, their outcomes stay. */
const KEEP_RESULT_BYTES = 67_108_864;

interface KeyRecord {
  /** The attempt it is about. */
  readonly id: string;
  readonly fingerprint: string;
  readonly until: number;
  readonly settled?: Settled;
}

/** What attempts under a key came to. */
export interface MemoryKeys {
  recorded(principal: string, key: string, fingerprint: string): Recorded;
  isTaken(principal: string, key: string): boolean;
  /** Remembers that an attempt was begun, for as long as it may take and a day. */
  take(intent: Intent, deadline: number): void;
  settle(intent: Intent, settled: Settled): void;
  /** Forgets what is no longer held. */
  sweep(): void;
}

/** Keeps outcomes under their keys, a day long. */
export function memoryKeys(now: () => number): MemoryKeys {
  const keys = new Map<string, KeyRecord>();
  let held = 0;

  const nameOf = (principal: string, key: string | undefined): string => `${principal}\n${key}`;

  function keep(key: string, record: KeyRecord): void {
    drop(key);
    keys.set(key, record);
    held += record.settled?.resultBytes ?? 0;
    for (const [oldest, older] of keys) {
      if (held <= KEEP_RESULT_BYTES) break;
      if (older.settled?.result === undefined) continue;
      held -= older.settled.resultBytes ?? 0;
      const { result: _result, resultBytes: _bytes, ...outcome } = older.settled;
      keys.set(oldest, { ...older, settled: outcome });
    }
    sweep();
  }

  function drop(key: string): void {
    held -= keys.get(key)?.settled?.resultBytes ?? 0;
    keys.delete(key);
  }

  function sweep(): void {
    for (const [oldest, { until }] of keys) {
      if (until > now()) break;
      drop(oldest);
    }
  }

  return Object.freeze<MemoryKeys>({
    recorded(principal, key, fingerprint) {
      const record = keys.get(nameOf(principal, key));
      if (record === undefined || record.until <= now()) return { state: 'unseen' };
      if (record.fingerprint !== fingerprint) return { state: 'conflict' };
      return record.settled === undefined
        ? { state: 'running' }
        : { state: 'settled', settled: record.settled };
    },
    isTaken: (principal, key) => (keys.get(nameOf(principal, key))?.until ?? 0) > now(),
    take({ id, principal, key, fingerprint = '' }, deadline) {
      // A key outlives its attempt, however long that may take: else the same work would begin beside itself.
      keep(nameOf(principal, key), { id, fingerprint, until: deadline + KEEP_MS });
    },
    settle({ id, principal, key }, settled) {
      const name = nameOf(principal, key);
      const record = keys.get(name);
      // Its key may have lapsed, and be another attempt's by now: neither is undone.
      if (key !== undefined && record?.id === id && record.until > now())
        keep(name, { ...record, until: now() + KEEP_MS, settled: deepFreeze(settled) });
    },
    sweep,
  });
}
