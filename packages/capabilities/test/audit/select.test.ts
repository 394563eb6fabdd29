import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { createTail, selects } from '../../src/audit/select.js';
import { chainOf } from './drafts.js';

describe('selects', () => {
  const { events } = chainOf(14);
  it('takes events of the kinds asked for, after the number asked for', () => {
    expect(events.filter(selects({}))).toHaveLength(14);
    expect(events.filter(selects({ kinds: ['grant'] })).map(({ seq }) => seq)).toEqual([7, 14]);
    expect(events.filter(selects({ kinds: ['grant'], afterSeq: 7 })).map(({ seq }) => seq)).toEqual(
      [14],
    );
    expect(events.filter(selects({ kinds: [] }))).toEqual([]);
  });
});

describe('createTail', () => {
  test.prop([fc.array(fc.integer(), { maxLength: 100 }), fc.nat({ max: 20 })])(
    'for every list: it keeps the last so many',
    (items, count) => {
      const tail = createTail<number>(count);
      for (const item of items) tail.push(item);
      expect(tail.items()).toEqual(count === 0 ? [] : items.slice(-count));
    },
  );
});
