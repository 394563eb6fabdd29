import { describe, expect, it } from 'vitest';
import { defineHandler, workOf } from '../../src/contract/handler.js';

describe('defineHandler', () => {
  it('holds its work where only a runner looks', () => {
    const work = () => ({ found: true });
    const handler = defineHandler(work);
    expect(workOf(handler)).toBe(work);
    expect(typeof handler).toBe('object');
    expect(Object.keys(handler)).toEqual([]);
    expect(JSON.stringify(handler)).toBe('{}');
    expect(Object.values({ ...handler })).toEqual([]);
  });

  it('cannot be given other work later', () => {
    const work = () => ({ found: true });
    const handler = defineHandler(work);
    const key = Symbol.for('@sovereign/capabilities/handler');
    expect(Object.isFrozen(handler)).toBe(true);
    expect(Reflect.set(handler, key, () => ({ found: false }))).toBe(false);
    expect(Reflect.defineProperty(handler, key, { value: () => ({ found: false }) })).toBe(false);
    expect(workOf(handler)).toBe(work);
  });
});

describe('workOf', () => {
  it('finds the work of a handler made by another copy of the package', () => {
    const work = () => 1;
    expect(workOf({ [Symbol.for('@sovereign/capabilities/handler')]: work })).toBe(work);
  });

  it.each([
    ['a function', () => 1],
    ['an object with a `work`', { work: () => 1, handler: () => 1, default: () => 1 }],
    ['a module', { default: defineHandler(() => 1) }],
    ['work that is no function', { [Symbol.for('@sovereign/capabilities/handler')]: 'rm -rf' }],
    ['null', null],
    ['nothing', undefined],
    ['a text', 'handler'],
  ])('finds nothing in %s', (_, value) => {
    expect(workOf(value)).toBe(undefined);
  });
});
