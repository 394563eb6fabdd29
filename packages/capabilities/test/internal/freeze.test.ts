import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../src/internal/freeze.js';

describe('deepFreeze', () => {
  it('freezes in place, and returns what it was given', () => {
    const tree = { a: [{ b: 1 }], c: 'text' };
    expect(deepFreeze(tree)).toBe(tree);
    expect([tree, tree.a, tree.a[0]].map((part) => Object.isFrozen(part))).toEqual([
      true,
      true,
      true,
    ]);
    expect(() => tree.a.push({ b: 2 })).toThrow(TypeError);
  });

  it.each([null, undefined, 1, 'text', true])('gives %s back', (value) => {
    expect(deepFreeze(value)).toBe(value);
  });

  it('freezes what lies below something that is frozen already', () => {
    const inner = { changed: false };
    deepFreeze(Object.freeze({ list: Object.freeze([inner]) }));
    expect(Object.isFrozen(inner)).toBe(true);
  });

  it('comes to an end in a circle', () => {
    const circle: { self?: unknown } = {};
    circle.self = { circle };
    deepFreeze(circle);
    expect(Object.isFrozen(circle) && Object.isFrozen(circle.self)).toBe(true);
  });
});
