import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecent } from '../../src/audit/recent.js';

describe('recent', () => {
  it('for every history of ids: admits an item unless one of its id is still held, and gives that one then', () => {
    const ids = fc.array(
      fc.oneof(
        fc.uuid(),
        fc.constantFrom(
          '00000000-0000-4000-8000-000000000000',
          '00000000-0000-4000-8000-000000000001',
        ),
      ),
      {
        maxLength: 200,
      },
    );
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 50 }), (history, capacity) => {
        const recent = createRecent<{ id: string; n: number }>(capacity);
        let held: { id: string; n: number }[] = [];
        for (const [n, id] of history.entries()) {
          const first = held.find((item) => item.id === id);
          held = first === undefined ? [...held, { id, n }].slice(-capacity) : held;
          expect(recent.admit({ id, n })).toEqual(first ?? { id, n });
          expect(recent.items()).toEqual(held);
        }
      }),
    );
  });

  it('does not find what it is told not to, nor is another item of that id hidden by it', () => {
    const recent = createRecent<{ id: string; n: number }>(4, ({ n }) => n < 2);
    const id = crypto.randomUUID();
    for (const n of [1, 2]) expect(recent.admit({ id, n })).toEqual({ id, n });
    expect(recent.admit({ id, n: 0 })).toEqual({ id, n: 1 });
    for (const n of [3, 4, 5]) expect(recent.admit({ id, n })).toEqual({ id, n });
    expect(recent.admit({ id, n: 0 })).toEqual({ id, n: 0 });
  });

  it('is as quick with ids whose first digits are all the same', () => {
    const recent = createRecent<{ id: string }>(100_000);
    const random = crypto.randomUUID();
    const started = performance.now();
    for (let n = 0; n < 50_000; n += 1)
      recent.admit({ id: `${random.slice(0, 24)}${n.toString(16).padStart(12, '0')}` });
    // In one place of the table, each would be compared with all before it: minutes.
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('grows past its first table', () => {
    const recent = createRecent<{ id: string }>(5_000);
    const ids = Array.from({ length: 20_000 }, () => crypto.randomUUID());
    const admitted = (id: string): boolean => {
      const item = { id };
      return recent.admit(item) === item;
    };
    expect(ids.every(admitted)).toBe(true);
    expect(ids.slice(-5_000).some(admitted)).toBe(false);
    expect(ids.slice(0, 5_000).every(admitted)).toBe(true);
  });
});
