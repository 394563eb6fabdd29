import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { inRankOrder, outranksBy } from '../../src/policy/specificity.js';
import { rule, someRules } from './rules.js';

describe('inRankOrder', () => {
  test.prop([someRules(), fc.nat()])(
    'S3-156 for every order of the same rules: one order comes out',
    (rules, at) => {
      const turned = [
        ...rules.slice(at % (rules.length + 1)),
        ...rules.slice(0, at % (rules.length + 1)),
      ];
      expect(inRankOrder(turned)).toEqual(inRankOrder(rules));
    },
  );
});

describe('inRankOrder of patterns', () => {
  it('A42 does not look at how a host is written: its last dot makes no rule more specific', () => {
    const dotted = rule({ id: 'a', target: '*.example.org.', effect: 'allow' });
    const plain = rule({ id: 'b', target: '*.Example.ORG', effect: 'deny' });
    expect(outranksBy(plain, dotted)).toBe('effect');
    expect(inRankOrder([dotted, plain])[0]).toBe(plain);
  });
});

describe('outranksBy', () => {
  it.each([
    [rule({ effect: 'deny', final: true }), rule({ scope: 'mind:muse' }), 'final'],
    [rule({ scope: 'mind:muse' }), rule({ capability: 'a.b@1' }), 'scope'],
    [rule({ capability: 'a.b@1' }), rule({ capability: 'a.b' }), 'capability'],
    [rule({ capability: 'a.b.*' }), rule({ capability: 'a.*' }), 'capability'],
    [rule({ target: 'abc' }), rule({ target: 'abcdef*' }), 'target'],
    [rule({ target: 'abc*' }), rule({ target: 'ab*' }), 'target'],
    [rule({ action: 'read' }), rule(), 'action'],
    [rule({ hours: { from: '01:00', to: '02:00' } }), rule(), 'hours'],
    [rule({ retrieved: true }), rule(), 'retrieved'],
    [rule({ effect: 'deny' }), rule({ effect: 'ask' }), 'effect'],
    [rule({ id: 'a' }), rule({ id: 'b' }), 'id'],
  ] as const)('S3-157 %o over %o by %s', (higher, lower, by) => {
    expect(outranksBy(higher, lower)).toBe(by);
    expect(inRankOrder([lower, higher])[0]).toBe(higher);
  });
});
