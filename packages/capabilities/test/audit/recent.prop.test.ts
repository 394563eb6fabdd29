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

  it('grows past its first table', () => {
    const recent = createRecent<{ id: string }>(5_000);
    const ids = Array.from({ length: 20_000 }, () => crypto.randomUUID());
    for (const id of ids) recent.add({ id });
    expect(ids.slice(-5_000).every((id) => recent.find(id)?.id === id)).toBe(true);
    expect(ids.slice(0, 15_000).some((id) => recent.find(id) !== undefined)).toBe(false);
  });
});
