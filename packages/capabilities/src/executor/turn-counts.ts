import type { DoorStore } from '../store/door-store.js';
import type { Awaitable } from '../internal/awaitable.js';

/** How many counts this process keeps; the least recently used go first and are read from the store again. */
const KEEP = 100_000;

/**
 * How often each capability ran in each turn, as far as this process is
 * concerned: a turn belongs to one process at a time, so that what was taken
 * here is taken, however many ask at once.
 */
export interface TurnCounts {
  /** Whether one more would be within the limit. Takes nothing. */
  look(turn: string, capability: string, limit: number): Awaitable<boolean>;
  /** Takes one, at once and for good, if it is within the limit. After `look`. */
  take(turn: string, capability: string, limit: number): boolean;
  /** Gives back one that was taken when nothing was begun after all. */
  giveBack(turn: string, capability: string): void;
}

/** Counts on top of what the store remembers of a turn. */
export function createTurnCounts(store: DoorStore): TurnCounts {
  const counts = new Map<string, number>();

  function set(key: string, count: number): void {
    counts.delete(key);
    counts.set(key, count);
    if (counts.size > KEEP) {
      const oldest = counts.keys().next();
      if (oldest.done !== true) counts.delete(oldest.value);
    }
  }

  return Object.freeze<TurnCounts>({
    look(turn, capability, limit) {
      const key = `${turn}\n${capability}`;
      const count = counts.get(key);
      if (count !== undefined) return count < limit;
      const stored = store.turnCount(turn, capability);
      const remember = (before: number): boolean => {
        // Somebody may have counted while the store was asked. Looking leaves nothing behind that could
        // push out what others have taken.
        const count = Math.max(before, counts.get(key) ?? 0);
        if (count > 0) set(key, count);
        return count < limit;
      };
      return typeof stored === 'number' ? remember(stored) : stored.then(remember);
    },
    take(turn, capability, limit) {
      const key = `${turn}\n${capability}`;
      const count = counts.get(key) ?? 0;
      if (count >= limit) return false;
      set(key, count + 1);
      return true;
    },
    giveBack(turn, capability) {
      const key = `${turn}\n${capability}`;
      set(key, Math.max(0, (counts.get(key) ?? 0) - 1));
    },
  });
}

/**
 * The turn an occasion belongs to: a conversation's turn, or all steps of one plan revision.
 * Without an occasion every attempt is a turn of its own.
 */
export function turnOf(occasion: string | undefined): string | undefined {
  return occasion?.startsWith('step:') === true
    ? occasion.slice(0, occasion.lastIndexOf('/'))
    : occasion;
}
