import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../src/internal/exhaustive.js';

describe('exhaustive', () => {
  it('throws when a case comes that the types said could not, without saying what it was', () => {
    expect(() => exhaustive('a secret' as never)).toThrow(
      new TypeError('unhandled case of string'),
    );
    expect(() => exhaustive({ secret: 1 } as never)).toThrow(
      new TypeError('unhandled case of object'),
    );
  });
});
