import { describe, expect, it } from 'vitest';
import { mapBounded } from '../../src/internal/map-bounded.js';

const never = new AbortController().signal;

describe('mapBounded', () => {
  it('keeps the order of the items and the limit', async () => {
    let running = 0;
    let most = 0;
    const answers = await mapBounded([5, 1, 4, 2, 3], 2, never, async (item) => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
      running -= 1;
      return item * 10;
    });
    expect(answers).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
  });

  it('has nothing to do for no items', async () => {
    expect(await mapBounded([], 4, never, async () => 1)).toEqual([]);
  });

  it('stops before the next item once the invocation has ended', async () => {
    const ending = new AbortController();
    const begun: number[] = [];
    const work = mapBounded([1, 2, 3], 1, ending.signal, async (item) => {
      begun.push(item);
      ending.abort();
    });
    await expect(work).rejects.toThrow();
    expect(begun).toEqual([1]);
  });
});
