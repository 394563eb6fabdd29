import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeIn } from '../../src/executor/intake.js';

describe('intake', () => {
  it('takes exactly the five parts of a proposal', () => {
    const proposal = { capability: 'a.b', version: 1, args: {}, target: 't', confirmation: 'c' };
    expect(takeIn(proposal)).toEqual({ ...proposal, fault: undefined });
  });

  it.each([
    ['a key too many', { capability: 'a.b', approved: true }, 'unknown_key'],
    ['a symbol key', { [Symbol('x')]: 1 }, 'unknown_key'],
    ['an own `__proto__`', JSON.parse('{"__proto__":{"capability":"a.b"}}'), 'unknown_key'],
    ['an accessor', Object.defineProperty({}, 'args', { get: () => 1 }), 'accessor'],
    [
      'a trap that throws',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error();
          },
        },
      ),
      'unreadable',
    ],
    ['no object', 'a.b', 'not_an_object'],
  ])('finds %s', (_, proposal, fault) => {
    expect(takeIn(proposal).fault).toBe(fault);
  });

  it('for everything inherited: it is not there', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('capability', 'version', 'args', 'target', 'confirmation'),
        fc.anything(),
        (key, value) => {
          const heir = Object.create({ [key]: value }) as object;
          return takeIn(heir)[key as 'args'] === undefined;
        },
      ),
    );
  });

  it('for everything: never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => typeof takeIn(value) === 'object'));
  });
});
