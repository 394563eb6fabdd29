import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { lintPolicy } from '../../src/policy/lint-policy.js';
import { CAPABILITIES, policyOf, rule, someQuestion, someRules } from './rules.js';

describe('lintPolicy', () => {
  it.each([
    [[rule({ id: 'gone', capability: 'no.such' })], { rule: 'gone', code: 'no_such_capability' }],
    [[rule({ id: 'open' })], { rule: 'open', code: 'matches_everything' }],
    [
      [rule({ id: 'aim', capability: 'clock.read', target: '/a' })],
      { rule: 'aim', code: 'no_target' },
    ],
    [
      [rule({ id: 'no', capability: 'clock.read', effect: 'deny' })],
      { rule: 'no', code: 'deny_not_final' },
    ],
    [
      [
        rule({ id: 'never', capability: 'files.read', target: '/a/b*' }),
        rule({ id: 'above', capability: 'files.*', effect: 'deny', final: true }),
      ],
      { rule: 'never', code: 'never_wins', shadowedBy: ['above'] },
    ],
    [
      [
        rule({ id: 'name', capability: 'units.restart', effect: 'ask' }),
        rule({ id: 'version', capability: 'units.restart@1' }),
      ],
      { rule: 'name', code: 'never_wins', shadowedBy: ['version'] },
    ],
  ] as const)('finds in %j', (rules, finding) => {
    expect(lintPolicy(policyOf(rules), CAPABILITIES)).toContainEqual(finding);
  });

  it('finds nothing in rules that say what they mean', () => {
    const rules = [
      rule({ id: 'a', capability: 'files.read', target: '/a/**', effect: 'ask' }),
      rule({ id: 'b', capability: 'files.*', effect: 'deny', final: true, action: 'write' }),
    ];
    expect(lintPolicy(policyOf(rules), CAPABILITIES)).toEqual([]);
  });

  test.prop([someRules(6), fc.array(someQuestion, { minLength: 1, maxLength: 20 })])(
    'for every rule that is said never to win: it decides no question',
    (rules, questions) => {
      const policy = policyOf(rules);
      const never = lintPolicy(policy, CAPABILITIES)
        .filter(({ code }) => code === 'never_wins')
        .map((finding) => finding.rule);
      for (const question of questions)
        expect(never).not.toContain(policy.rule(question).rule ?? 'the default');
    },
  );
});
