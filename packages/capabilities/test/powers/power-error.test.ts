import { describe, expect, it } from 'vitest';
import { PowerError } from '../../src/powers/power-error.js';

describe('PowerError', () => {
  const error = new PowerError('file', 'not_declared');

  it('names the power and the rule, and no value', () => {
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.message, error.power, error.code]).toEqual([
      'PowerError',
      '`file`: not_declared',
      'file',
      'not_declared',
    ]);
  });

  it('is told from everything else, of whichever copy of the package', () => {
    expect(PowerError.is(error)).toBe(true);
    expect(PowerError.is({ [Symbol.for('@sovereign/capabilities/PowerError')]: true })).toBe(true);
    const others = [
      new Error('a'),
      { name: 'PowerError', power: 'file', code: 'not_found' },
      null,
      undefined,
      'a',
    ];
    expect(others.filter((other) => PowerError.is(other))).toEqual([]);
  });
});
