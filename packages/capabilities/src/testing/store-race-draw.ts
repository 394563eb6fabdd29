/** Gives whole numbers from 0 up to, and without, `most`. */
export type Draw = (most: number) => number;

/** Draws numbers in an order that the seed makes (xorshift32). */
export function drawing(seed: number): Draw {
  let state = seed | 1;
  return (most) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % most;
  };
}

/** Draws one of a list; undefined where it is empty. */
export function drawOne<T>(draw: Draw, list: readonly T[]): T | undefined {
  return list[draw(Math.max(1, list.length))];
}
