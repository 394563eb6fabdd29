import { expect, it } from 'vitest';
import { isThenable } from '../../src/internal/awaitable.js';

it('awaitable › tells a promise of any realm from everything else', () => {
  expect(isThenable(Promise.resolve(1))).toBe(true);
  expect(isThenable({ then: () => undefined } as never)).toBe(true);
  for (const value of [undefined, null, 1, 'then', {}, { then: 1 }, () => 1])
    expect(isThenable(value as never)).toBe(false);
});
