import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { createWindow } from '../../src/audit/window.js';

describe('createWindow', () => {
  test.prop([fc.array(fc.nat({ max: 60 }), { maxLength: 200 }), fc.integer({ min: 1, max: 20 })])(
    'for every history: the last so many keys are remembered, with their last values, and never twice as many',
    (keys, least) => {
      const window = createWindow<number, number>(least);
      keys.forEach((key, at) => window.set(key, at));
      const last = [...new Set(keys.toReversed())];
      for (const key of last.slice(0, least)) expect(window.get(key)).toBe(keys.lastIndexOf(key));
      const remembered = last.filter((key) => window.get(key) !== undefined);
      expect(remembered.length).toBeLessThanOrEqual(2 * least);
      if (remembered.length < last.length) expect(window.forgot()).toBe(true);
    },
  );

  it('has forgotten nothing while there was room', () => {
    const window = createWindow<number, number>(10);
    for (let key = 0; key < 20; key += 1) window.set(key, key);
    expect([window.forgot(), window.get(0)]).toEqual([false, 0]);
    window.set(20, 20);
    expect([window.forgot(), window.get(0), window.get(10)]).toEqual([true, undefined, 10]);
  });
});
