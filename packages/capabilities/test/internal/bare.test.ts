import { describe, expect, it } from 'vitest';
import { bareClass, isBare } from '../../src/internal/bare.js';

describe('bareClass', () => {
  it('makes objects that inherit nothing, whatever somebody puts where all others inherit from', () => {
    const object = new (bareClass<number>())();
    Object.assign(Object.prototype, { planted: 1 });
    try {
      expect('planted' in object).toBe(false);
    } finally {
      delete (Object.prototype as { planted?: unknown }).planted;
    }
    expect('toString' in object).toBe(false);
  });

  it('has a prototype that nothing can be put on', () => {
    const prototype = Object.getPrototypeOf(new (bareClass())()) as object;
    expect(Object.isFrozen(prototype)).toBe(true);
    expect(Object.getPrototypeOf(prototype)).toBe(null);
  });

  it('is told by its prototype, and nothing else is', () => {
    const [One, Other] = [bareClass(), bareClass()];
    expect(new One() instanceof Other).toBe(false);
    for (const Bare of [One, Other])
      expect(isBare(Object.getPrototypeOf(new Bare()) as object)).toBe(true);
    for (const other of [Object.prototype, Array.prototype, Object.create(null) as object])
      expect(isBare(other)).toBe(false);
  });
});
