import { describe, expect, it } from 'vitest';
import { createIdMap } from '../../src/node/id-map.js';

const filled = (least: number, count: number): ReturnType<typeof createIdMap> => {
  const ids = createIdMap(least);
  for (let seq = 1; seq <= count; seq += 1) ids.set(`id${seq}`, seq);
  return ids;
};

describe('createIdMap', () => {
  it('forgets nothing by itself', () => {
    expect(filled(2, 10).size).toBe(10);
  });

  it('forgets the oldest before a place, down to as many as it was made for', () => {
    const ids = filled(4, 10);
    ids.prune(11);
    expect([ids.size, ids.get('id6'), ids.get('id7')]).toEqual([4, undefined, 7]);
  });

  it('keeps everything from that place on, however much it is', () => {
    const ids = filled(2, 10);
    ids.prune(4);
    expect([ids.size, ids.get('id3'), ids.get('id4')]).toEqual([7, undefined, 4]);
  });
});
