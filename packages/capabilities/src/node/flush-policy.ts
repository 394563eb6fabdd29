/** Decides whether a flush may be waited for on the calling thread. */
export interface FlushPolicy {
  /** Tells how to flush a group that so many callers wait for. */
  mayBlock(waiters: number): boolean;
  /** Learns from a flush: how long it took, and whether anyone else came meanwhile. */
  learn(flush: {
    readonly tookMs: number;
    readonly alone: boolean;
    readonly blocked: boolean;
  }): void;
}

/** How many lone flushes in a row are waited for before one is left to the thread pool again. */
const BLOCKING_RUN = 15;

/**
 * A lone caller is served faster by waiting on the spot: the way to the thread pool and back costs
 * a fifth of a flush. But while the thread waits nobody else can queue, and groups would never form.
 *
 * So it is done only after a flush through the pool during which nobody came, for a short run at a
 * time, and only while flushes take less than `maxBlockMs` on average.
 */
export function createFlushPolicy(maxBlockMs: number): FlushPolicy {
  let averageMs = 0;
  let credit = 0;
  return {
    mayBlock: (waiters) => waiters === 1 && credit > 0 && averageMs < maxBlockMs,
    learn({ tookMs, alone, blocked }) {
      averageMs += (tookMs - averageMs) / 8;
      if (blocked) credit -= 1;
      else credit = alone ? BLOCKING_RUN : 0;
    },
  };
}
