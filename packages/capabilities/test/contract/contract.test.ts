import { describe, expect, it } from 'vitest';
import { CONTRACT_KEYS } from '../../src/contract/contract.js';
import { WIRE_NAMES } from '../../src/contract/wire.js';

describe('a contract', () => {
  it('S1-014 has no key for its confirmation', () => {
    expect([...CONTRACT_KEYS].filter((key) => /confirm|approv|consent|risk/i.test(key))).toEqual(
      [],
    );
  });

  it('S1-001 says everything that a description of it then shows', () => {
    const derived = ['confirmation'];
    const shown = Object.keys(WIRE_NAMES).filter((field) => !derived.includes(field));
    expect(shown.filter((field) => !CONTRACT_KEYS.has(field))).toEqual([]);
    const hidden = [...CONTRACT_KEYS].filter((key) => !shown.includes(key));
    expect(hidden.sort()).toEqual([
      'admit',
      'args',
      'effect',
      'handler',
      'perform',
      'result',
      'target',
    ]);
  });
});
