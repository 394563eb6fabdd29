import { describe, expect, it } from 'vitest';
import { claim, same, sameTime } from '../../src/testing/claims.js';

describe('claim', () => {
  it('throws what is wrong, and nothing where nothing is', () => {
    expect(() => claim(false, 'the sky is green')).toThrow('the sky is green');
    expect(() => claim(true, 'the sky is green')).not.toThrow();
  });
});

describe('same', () => {
  it.each([
    [1, 1],
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
    [undefined, undefined],
  ])('takes %j and %j for the same', (one, other) => {
    expect(() => same(one, other, 'it')).not.toThrow();
  });

  it.each([
    [1, '1'],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: 1, b: null }],
    [undefined, null],
    [undefined, 'undefined'],
    [undefined, 'nothing'],
    [{}, []],
  ])('tells %j from %j', (one, other) => {
    expect(() => same(one, other, 'it')).toThrow(/^it: expected /);
    expect(() => same(other, one, 'it')).toThrow(/^it: expected /);
  });
});

describe('sameTime', () => {
  it('is as fine as a millisecond', () => {
    expect(() => sameTime(10.2, 10, 10, 'it')).not.toThrow();
    expect(() => sameTime(10, 9, 12, 'it')).not.toThrow();
    for (const time of [undefined, 8, 11, Number.NaN])
      expect(() => sameTime(time, 10, 10, 'it')).toThrow(/^it: /);
  });
});
