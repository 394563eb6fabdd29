import { describe, expect, it } from 'vitest';
import { isBranded } from '../../src/internal/brand.js';

const BRAND = Symbol.for('@sovereign/test/brand');

describe('isBranded', () => {
  it('tells what carries the brand, of whichever copy', () => {
    expect(isBranded({ [Symbol.for('@sovereign/test/brand')]: true }, BRAND)).toBe(true);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['text', 'text'],
    ['an object without it', {}],
    ['an object that has it, but not true', { [BRAND]: 1 }],
    ['an object with a brand of the same text', { [Symbol('@sovereign/test/brand')]: true }],
  ])('says no to %s', (_, value) => {
    expect(isBranded(value, BRAND)).toBe(false);
  });

  it('says no to a proxy that throws when it is asked', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(isBranded(proxy, BRAND)).toBe(false);
  });
});
