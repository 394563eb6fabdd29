/** How many counts of capabilities within turns are kept. */
const KEEP_TURNS = 100_000;

/** How often each capability ran in each turn. */
export interface MemoryTurns {
  count(turn: string, capability: string): number;
  add(turn: string, capability: string): void;
}

/** Keeps the turns that were active last; a turn that was long quiet starts anew. */
export function memoryTurns(): MemoryTurns {
  const turns = new Map<string, number>();
  const count = (turn: string, capability: string): number =>
    turns.get(`${turn}\n${capability}`) ?? 0;
  return Object.freeze<MemoryTurns>({
    count,
    add(turn, capability) {
      const key = `${turn}\n${capability}`;
      const more = count(turn, capability) + 1;
      turns.delete(key);
      turns.set(key, more);
      for (const oldest of turns.keys()) {
        if (turns.size <= KEEP_TURNS) break;
        turns.delete(oldest);
      }
    },
  });
}
