import { expect, it } from 'vitest';
import { ContractError } from '../../src/contract/contract-error.js';
import { textOf } from '../../src/contract/text-of.js';

it('text of › lets through a text, and takes anything else for a mistake of the program', () => {
  expect(textOf('a.b', 'effect', undefined)).toBeUndefined();
  expect(textOf('a.b', 'effect', () => 'Does it.')?.({})).toBe('Does it.');
  for (const odd of [Promise.resolve('x'), 42, '', 'x'.repeat(4_097), '\ud800', undefined, null])
    expect(() => textOf('a.b', 'target', () => odd)?.({})).toThrow(ContractError);
});
