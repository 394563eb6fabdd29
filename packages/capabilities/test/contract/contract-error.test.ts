import { describe, expect, it } from 'vitest';
import { ContractError } from '../../src/contract/contract-error.js';

describe('ContractError', () => {
  const error = new ContractError('fixture.look', '`bounds` is missing: state all three limits');

  it('says which contract is at fault and what to write instead', () => {
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('ContractError');
    expect(error.message).toBe('`fixture.look`: `bounds` is missing: state all three limits');
    expect([error.subject, error.fault]).toEqual([
      'fixture.look',
      '`bounds` is missing: state all three limits',
    ]);
  });

  it('is told from everything else, of whichever copy of the package', () => {
    const brand = Symbol.for('@sovereign/capabilities/ContractError');
    expect(ContractError.is(error)).toBe(true);
    expect(ContractError.is({ [brand]: true })).toBe(true);
    const others = [
      new Error('a'),
      { name: 'ContractError', subject: '', fault: '' },
      null,
      undefined,
      'a',
    ];
    expect(others.filter((other) => ContractError.is(other))).toEqual([]);
  });
});
