import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurnCounts, turnOf } from '../../src/executor/turn-counts.js';
import { memoryStore } from '../../src/store/memory-store.js';

describe('turn counts', () => {
  it('for every order of taking and giving back: never more than the limit is out at once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.boolean(), { maxLength: 40 }),
        (limit, takes) => {
          const counts = createTurnCounts(memoryStore());
          let out = 0;
          for (const take of takes) {
            if (take) {
              const taken = counts.take('t', 'c', limit);
              expect(taken).toBe(out < limit);
              if (taken) out += 1;
            } else if (out > 0) {
              counts.giveBack('t', 'c');
              out -= 1;
            }
          }
        },
      ),
    );
  });

  it('goes on from what the store remembers, also when many look at once', async () => {
    const store = { ...memoryStore(), turnCount: () => Promise.resolve(2) };
    const counts = createTurnCounts(store);
    const looks = await Promise.all([counts.look('t', 'c', 3), counts.look('t', 'c', 3)]);
    expect(looks).toEqual([true, true]);
    expect([counts.take('t', 'c', 3), counts.take('t', 'c', 3)]).toEqual([true, false]);
    expect(await counts.look('t', 'c', 3)).toBe(false);
  });

  it('counts a plan revision as one turn, and a conversation turn as itself', () => {
    expect([turnOf('step:p/1/a'), turnOf('step:p/1/b'), turnOf('step:p/2/a')]).toEqual([
      'step:p/1',
      'step:p/1',
      'step:p/2',
    ]);
    expect([turnOf('turn:x'), turnOf(undefined)]).toEqual(['turn:x', undefined]);
  });
});
