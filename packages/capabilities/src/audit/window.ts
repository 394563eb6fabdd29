/** Remembers what was last put into it. */
export interface Window<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  /** Tells whether anything was forgotten. */
  forgot(): boolean;
}

/**
 * Makes a {@link Window} that remembers at least the last `least` keys, and never twice as many.
 *
 * Two maps, of which the older is dropped whole: removing the oldest key of one map, time and again,
 * makes it look past everything that was removed before.
 */
export function createWindow<K, V>(least: number): Window<K, V> {
  let older = new Map<K, V>();
  let newer = new Map<K, V>();
  let forgot = false;
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set(key, value) {
      if (newer.size === least && !newer.has(key)) {
        forgot ||= older.size > 0;
        older = newer;
        newer = new Map();
      }
      newer.set(key, value);
    },
    forgot: () => forgot,
  };
}
