import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPONENT_NAMES, foldName, loginNameFault } from '../../src/confirmation/login-name.js';

const numRuns = Number(process.env['FC_NUM_RUNS'] ?? 300);

const loginName = fc.stringMatching(/^[a-z][a-z0-9._-]{1,31}$/);
const anyName = fc.oneof(
  loginName,
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme-ascii' }),
);

/** The same name spelt otherwise: digits for letters and marks between them, the first letter kept. */
const respelt = (name: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('', '.', '_', '-', '0'), {
      minLength: name.length,
      maxLength: name.length,
    })
    .map((choices) =>
      Array.from(name, (letter, at) => {
        const choice = choices[at] ?? '';
        if (choice !== '0') return letter + choice;
        if (at === 0) return letter;
        return letter.replace('o', '0').replace('l', '1');
      })
        .join('')
        .slice(0, 32),
    )
    .filter((spelling) => foldName(spelling) === foldName(name));

describe('loginNameFault', () => {
  it('S3-199 S3-200 for every component and spelling of it: refused', () => {
    const component = fc.constantFrom(...COMPONENT_NAMES.filter((name) => !name.includes('/')));
    fc.assert(
      fc.property(component.chain(respelt), (name) => {
        expect(loginNameFault(name, { minds: [] })).toMatch(/component/);
      }),
      { numRuns },
    );
  });

  it('S3-199 S3-200 for every mind and spelling of its name: refused, whoever came first', () => {
    const spelt = loginName.chain((mind) => fc.tuple(fc.constant(mind), respelt(mind)));
    fc.assert(
      fc.property(spelt, ([mind, name]) => {
        expect(loginNameFault(name, { minds: [mind] })).toBeDefined();
        expect(loginNameFault(mind, { minds: [name] })).toBeDefined();
      }),
      { numRuns },
    );
  });

  it('for every name: an accepted one is a login name that no name given reads like', () => {
    const names = fc.array(anyName, { maxLength: 5 });
    fc.assert(
      fc.property(anyName, names, names, (name, minds, reserved) => {
        const fault = loginNameFault(name, { minds, reserved });
        if (fault !== undefined) return;
        expect(name).toMatch(/^[a-z][a-z0-9._-]{1,31}$/);
        expect([...minds, ...reserved, ...COMPONENT_NAMES].map(foldName)).not.toContain(
          foldName(name),
        );
      }),
      { numRuns },
    );
  });

  it('for every two sets of names: a longer list never lets a refused name through', () => {
    // Few names, so that many are refused.
    const known = fc.constantFrom('nora', 'n0ra', 'no.ra', 'bob', 'b0b', 'anna', 'planner');
    const names = fc.array(known, { maxLength: 5 });
    fc.assert(
      fc.property(known, names, names, (name, minds, more) => {
        if (loginNameFault(name, { minds }) === undefined) return;
        expect(loginNameFault(name, { minds: [...minds, ...more], reserved: more })).toBeDefined();
      }),
      { numRuns },
    );
  });

  it('for every name: the fault is one of three texts, whatever the name is', () => {
    const faults = [
      'login name: not 2 to 32 of `a-z`, `0-9`, `.`, `_`, `-`, the first a letter',
      'login name: it reads like the name of a component, and only persons decide',
      'login name: it reads like the name of a mind',
      undefined,
    ];
    fc.assert(
      fc.property(anyName, fc.array(anyName, { maxLength: 3 }), (name, others) => {
        expect(faults).toContain(loginNameFault(name, { minds: others, reserved: others }));
        expect(faults).toContain(loginNameFault(name, { minds: [name] }));
      }),
      { numRuns },
    );
  });

  it('for every name: folding twice is folding once', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
      { numRuns },
    );
  });
});
