import { describe, expect, it } from 'vitest';
import { diffPolicies } from '../../src/policy/diff.js';
import type { Rule } from '../../src/policy/rule.js';
import { capabilityOf, policyOf, rule } from './rules.js';

const READ = capabilityOf('files.read', { kind: 'path' });
const CLOCK = capabilityOf('clock.read');
const diff = (before: readonly Rule[], after: readonly Rule[], capabilities = [READ, CLOCK]) =>
  diffPolicies(policyOf(before), policyOf(after), capabilities);

describe('diffPolicies', () => {
  it('shows a situation, the pattern it is of, and what decides before and after', () => {
    const night = { from: '22:00', to: '06:00' };
    const added = rule({
      id: 'new',
      target: '/a/**',
      effect: 'deny',
      hours: night,
      retrieved: true,
    });
    expect(diff([rule({ id: 'old' })], [rule({ id: 'old' }), added])).toEqual({
      differences: [
        {
          capability: 'files.read',
          version: 1,
          scope: 'everyone',
          target: '/a/a',
          targets: '/a/**',
          time: '00:00',
          retrieved: true,
          before: { effect: 'allow', rule: 'old' },
          after: { effect: 'deny', rule: 'new' },
        },
      ],
      complete: true,
    });
  });

  it('names the default where no rule decides, by each capability’s own', () => {
    const mutating = capabilityOf('files.write', { sideEffect: 'mutating' });
    const { differences } = diff([], [rule({ id: 'all', effect: 'ask' })], [CLOCK, mutating]);
    expect(differences).toMatchObject([
      {
        capability: 'clock.read',
        before: { effect: 'allow' },
        after: { effect: 'ask', rule: 'all' },
      },
    ]);
  });

  it('lists a mind with rules of its own apart, and no mind that outranks what changed', () => {
    const own = rule({ id: 'own', scope: 'mind:muse', capability: 'clock.*' });
    const change = rule({ id: 'all', effect: 'deny' });
    const scopes = diff([own], [own, change]).differences.map(
      ({ capability, scope }) => `${scope} ${capability}`,
    );
    expect(scopes).toEqual(['everyone files.read', 'mind:muse files.read', 'everyone clock.read']);
  });

  it('lists nothing of other words, another order, or a locked capability', () => {
    const one = rule({ id: 'a', target: '/a/*', effect: 'deny' });
    const again = Object.fromEntries(Object.entries(one).toReversed()) as unknown as Rule;
    expect(diff([one, rule()], [rule(), again])).toEqual({ differences: [], complete: true });
    const locked = capabilityOf('clock.read', { locked: true });
    expect(diff([], [rule({ effect: 'deny' })], [locked]).differences).toEqual([]);
  });

  it(
    'looks only at what a change touches: ten thousand other rules make it no less complete',
    { timeout: 60_000 },
    () => {
      const many = Array.from({ length: 10_000 }, (_, at) =>
        rule({ id: `r${at}`, target: `/host/${at}/**`, effect: 'ask' }),
      );
      const added = rule({ id: 'new', target: '/host/*/secret', effect: 'deny' });
      const { differences, complete } = diff(many, [...many, added], [READ]);
      expect(complete).toBe(true);
      expect(differences).toContainEqual({
        capability: 'files.read',
        version: 1,
        scope: 'everyone',
        target: '/host/77/secret',
        targets: '/host/*/secret',
        before: { effect: 'ask', rule: 'r77' },
        after: { effect: 'deny', rule: 'new' },
      });
    },
  );

  it('says so where rules tell more apart than it looks at', () => {
    const hard = Array.from({ length: 26 }, (_, at) =>
      rule({ id: `r${at}`, target: `**${String.fromCharCode(97 + at)}?**`, retrieved: true }),
    );
    expect(diff(hard, [...hard, rule({ id: 'low', effect: 'deny' })], [READ]).complete).toBe(false);
  });
});
