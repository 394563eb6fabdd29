import { describe, expect, it } from 'vitest';
import { isBare } from '../../src/internal/bare.js';
import { ownCopy } from '../../src/internal/own.js';

describe('ownCopy', () => {
  it('copies what is the object’s own, to where nothing is inherited', () => {
    const object = Object.assign(Object.create({ inherited: 1 }) as object, {
      own: 2,
      constructor: 3,
    });
    const copy = ownCopy(object);
    expect(Object.entries(copy)).toEqual([
      ['own', 2],
      ['constructor', 3],
    ]);
    expect(isBare(Object.getPrototypeOf(copy) as object)).toBe(true);
    expect(copy['inherited']).toBe(undefined);
    expect(copy['toString']).toBe(undefined);
  });

  it('takes an own `__proto__` as a key and nothing else', () => {
    const copy = ownCopy(JSON.parse('{"__proto__":{"approved":true}}') as object);
    expect(Object.keys(copy)).toEqual(['__proto__']);
    expect(copy['approved']).toBe(undefined);
  });

  it('asks a getter once, and keeps its answer', () => {
    let asked = 0;
    const copy = ownCopy({
      get count() {
        return (asked += 1);
      },
    });
    expect([copy['count'], copy['count'], asked]).toEqual([1, 1, 1]);
  });
});
