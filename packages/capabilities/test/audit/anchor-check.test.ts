import { describe, expect, it } from 'vitest';
import { createAnchorCheck } from '../../src/audit/anchor-check.js';

const place = (
  writer: string,
  seq: number,
  hash: string,
): { writer: string; seq: number; hash: string } => ({ writer, seq, hash });

describe('createAnchorCheck', () => {
  it('contradicts a place that has another hash, and only that one', () => {
    const check = createAnchorCheck([place('w', 5, 'a'), place('w', 9, 'b')], () => 'w');
    expect(
      [place('w', 5, 'a'), place('w', 5, 'x'), place('w', 6, 'x'), place('v', 5, 'x')].map((one) =>
        check.contradicts(one),
      ),
    ).toEqual([false, true, false, false]);
    expect([check.confirmed('w'), check.confirmed('v')]).toEqual([5, undefined]);
  });

  it('takes a place without a writer to be of the first', () => {
    const writers: string[] = [];
    const check = createAnchorCheck([{ seq: 1, hash: 'a' }], () => writers[0]);
    expect(check.places()).toEqual([place('', 1, 'a')]);
    writers.push('w');
    expect([check.contradicts(place('w', 1, 'x')), check.contradicts(place('v', 1, 'x'))]).toEqual([
      true,
      false,
    ]);
    expect(check.places()).toEqual([place('w', 1, 'a')]);
  });
});
