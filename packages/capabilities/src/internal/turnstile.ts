/** Lets at most so many pieces of work run at once; the others wait their turn. */
export function createTurnstile(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= limit) await new Promise<void>((enter) => waiting.push(enter));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits longest takes over this place, so that nobody new slips in between.
      const enter = waiting.shift();
      if (enter === undefined) running -= 1;
      else enter();
    }
  };
}
