import { describe, expect, it } from 'vitest';
import { createTurnstile } from '../../src/internal/turnstile.js';

describe('createTurnstile', () => {
  it('lets everybody through in order, at most so many at once, failures included', async () => {
    const inTurn = createTurnstile(2);
    const began: number[] = [];
    let running = 0;
    let most = 0;
    const ended = await Promise.allSettled(
      [0, 1, 2, 3, 4, 5].map((index) =>
        inTurn(async () => {
          began.push(index);
          running += 1;
          most = Math.max(most, running);
          await Promise.resolve();
          running -= 1;
          if (index % 2 === 0) throw new Error('fails');
          return index;
        }),
      ),
    );
    expect(began).toEqual([0, 1, 2, 3, 4, 5]);
    expect(most).toBe(2);
    expect(ended.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });
});
