import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecent } from '../../src/audit/recent.js';

describe('recent', () => {
  it('for every history of ids: finds exactly the last item of each id that is still held', () => {
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
        history.forEach((id, n) => recent.add({ id, n }));
        const held = history.map((id, n) => ({ id, n })).slice(-capacity);
        expect(recent.items()).toEqual(held);
        for (const id of new Set([...history, '11111111-0000-4000-8000-000000000000']))
          expect(recent.find(id)).toEqual(held.findLast((item) => item.id === id));
      }),
    );
  });

  it('does not find what it is told not to, nor is another item of that id hidden by it', () => {
    const recent = createRecent<{ id: string; n: number }>(4, ({ n }) => n < 2);
    const id = crypto.randomUUID();
    for (const n of [1, 2]) recent.add({ id, n });
    expect(recent.find(id)).toEqual({ id, n: 1 });
    for (const n of [3, 4, 5]) recent.add({ id, n });
    expect(recent.find(id)).toBeUndefined();
  });

  it('is as quick with ids whose first digits are all the same', () => {
    const recent = createRecent<{ id: string }>(100_000);
    const random = crypto.randomUUID();
    const started = performance.now();
    for (let n = 0; n < 50_000; n += 1)
      recent.add({ id: `${random.slice(0, 24)}${n.toString(16).padStart(12, '0')}` });
    // In one place of the table, each would be compared with all before it: minutes.
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('grows past its first table', () => {
    const recent = createRecent<{ id: string }>(5_000);
    const ids = Array.from({ length: 20_000 }, () => crypto.randomUUID());
    for (const id of ids) recent.add({ id });
    expect(ids.slice(-5_000).every((id) => recent.find(id)?.id === id)).toBe(true);
    expect(ids.slice(0, 15_000).some((id) => recent.find(id) !== undefined)).toBe(false);
  });
});
