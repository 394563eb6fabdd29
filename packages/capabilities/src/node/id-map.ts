/** Remembers which attempts have their terminal event, and where. */
export interface IdMap {
  get(id: string): number | undefined;
  set(id: string, seq: number): void;
  /** Forgets the oldest ids of places before `seq`, but keeps as many as it was made for. */
  prune(seq: number): void;
  readonly size: number;
}

/** Makes an {@link IdMap} that keeps at least the last `least` ids. */
export function createIdMap(least: number): IdMap {
  const places = new Map<string, number>();
  return {
    get: (id) => places.get(id),
    set(id, seq) {
      places.set(id, seq);
    },
    prune(before) {
      for (const [id, seq] of places) {
        if (places.size <= least || seq >= before) return;
        places.delete(id);
      }
    },
    get size() {
      return places.size;
    },
  };
}
