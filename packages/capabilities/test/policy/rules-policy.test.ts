import { describe, expect, it } from 'vitest';
import type { Rule } from '../../src/policy/rule.js';
import { createRulePolicy } from '../../src/policy/rules-policy.js';
import { ask, capabilityOf, CAPABILITIES, NOON, policyOf, rule } from './rules.js';

const read = capabilityOf('files.read', { kind: 'path' });
const write = capabilityOf('files.write', { kind: 'path', sideEffect: 'mutating' });
const fetch = capabilityOf('net.web.fetch', { kind: 'host', network: 'external' });
const effectOf = (rules: readonly Partial<Rule>[], question = ask(read, { target: '/a/b' })) =>
  policyOf(rules.map((one, at) => rule({ id: `r${at}`, ...one }))).rule(question).effect;

describe('policy of rules', () => {
  it('S3-150 every effect of a rule is answered as it is written, and there is no fourth', () => {
    for (const effect of ['allow', 'ask', 'deny'] as const)
      expect(effectOf([{ effect }])).toBe(effect);
    expect(() => policyOf([rule({ effect: 'permit' as never })])).toThrow(
      '`effect` at `/0/effect`',
    );
  });

  it('S3-151 a rule of one mind holds for no other mind, and for no person', () => {
    const policy = policyOf([rule({ scope: 'mind:muse', effect: 'deny' })]);
    const by = (principal: 'mind:muse' | 'mind:other' | 'person:muse') =>
      policy.rule(ask(read, { principal, target: '/a' })).effect;
    expect([by('mind:muse'), by('mind:other'), by('person:muse')]).toEqual([
      'deny',
      'allow',
      'allow',
    ]);
  });

  it('S3-152 a rule selects one version, one name, everything below a name, or everything', () => {
    const selected = (capability: string) =>
      CAPABILITIES.filter(
        (one) => policyOf([rule({ capability, effect: 'deny' })]).rule(ask(one)).effect === 'deny',
      ).map(({ id }) => id);
    expect(selected('files.read@2')).toEqual(['files.read@2']);
    expect(selected('files.read')).toEqual(['files.read@1', 'files.read@2']);
    expect(selected('files.*')).toEqual(['files.read@1', 'files.read@2', 'files.write@1']);
    expect(selected('net.*')).toEqual(['net.web.fetch@1']);
    expect(selected('file.*')).toEqual([]);
    expect(selected('*')).toHaveLength(CAPABILITIES.length);
  });

  it('S3-153 a rule selects by target, and says nothing where there is none', () => {
    const policy = policyOf([rule({ target: '/a/**', effect: 'deny' })]);
    expect(policy.rule(ask(read, { target: '/a/b/c' })).effect).toBe('deny');
    expect(policy.rule(ask(read, { target: '/b' })).effect).toBe('allow');
    expect(policy.rule(ask(capabilityOf('clock.read'))).effect).toBe('allow');
  });

  it('S3-154 a rule selects what reads, what writes, and what reaches out', () => {
    const denied = (action: Rule['action']) =>
      [read, write, fetch]
        .filter(
          (one) =>
            policyOf([rule({ action: action ?? 'read', effect: 'deny' })]).rule(ask(one)).effect ===
            'deny',
        )
        .map(({ name }) => name);
    expect(denied('read')).toEqual(['files.read', 'net.web.fetch']);
    expect(denied('write')).toEqual(['files.write']);
    expect(denied('external')).toEqual(['net.web.fetch']);
  });

  it('S3-155 a rule holds within its hours, by the household’s clock', () => {
    const hours = { from: '13:00', to: '14:00' };
    const policy = createRulePolicy({
      rules: [rule({ hours, effect: 'deny' })],
      timeZone: 'Europe/Berlin',
      revision: 1,
    });
    const at = (minutes: number) =>
      policy.rule(ask(read, { target: '/a', at: NOON + minutes * 60_000 })).effect;
    expect([at(-1), at(0), at(59), at(60)]).toEqual(['allow', 'deny', 'deny', 'allow']);
  });

  it('S3-159 without a rule the capability’s own default applies, and is named by no rule', () => {
    expect(policyOf([]).rule(ask(read))).toEqual({ effect: 'allow' });
    expect(policyOf([]).rule(ask(write))).toEqual({ effect: 'ask' });
  });

  it.each<[string, Partial<Rule>, Partial<Rule>]>([
    [
      'a mind over everybody',
      { scope: 'mind:muse' },
      { capability: 'files.read@1', target: '/a/b' },
    ],
    [
      'a version over a name',
      { capability: 'files.read@1' },
      { capability: 'files.read', target: '/a/b' },
    ],
    [
      'a name over a name space',
      { capability: 'files.read' },
      { capability: 'files.*', target: '/a/b' },
    ],
    ['a name space over everything', { capability: 'files.*' }, { target: '/a/b' }],
    ['a target over a glob', { target: '/a/b' }, { target: '/a/*', action: 'read' }],
    ['more literal characters over fewer', { target: '/a/*' }, { target: '/**', action: 'read' }],
    [
      'a glob over no target',
      { target: '**' },
      { action: 'read', hours: { from: '00:00', to: '23:59' } },
    ],
    ['an action over none', { action: 'read' }, { hours: { from: '00:00', to: '23:59' } }],
    ['hours over none', { hours: { from: '00:00', to: '23:59' } }, { retrieved: true }],
    ['where text came from over nothing', { retrieved: true }, {}],
  ])('S3-157 A22 the more specific rule decides: %s', (_what, higher, lower) => {
    const question = ask(read, { principal: 'mind:muse', target: '/a/b', retrieved: true });
    expect(
      effectOf(
        [
          { ...higher, effect: 'allow' },
          { ...lower, effect: 'deny' },
        ],
        question,
      ),
    ).toBe('allow');
    expect(
      effectOf(
        [
          { ...lower, effect: 'allow' },
          { ...higher, effect: 'deny' },
        ],
        question,
      ),
    ).toBe('deny');
  });

  it('S3-158 A22 between equally specific rules the stricter decides', () => {
    expect(effectOf([{ effect: 'allow' }, { effect: 'ask' }])).toBe('ask');
    expect(effectOf([{ effect: 'deny' }, { effect: 'ask' }, { effect: 'allow' }])).toBe('deny');
  });

  it('a final deny for everybody outranks the own rule of a mind; without `final` it does not', () => {
    const own = { scope: 'mind:muse', capability: 'files.read@1', effect: 'allow' } as const;
    const question = ask(read, { principal: 'mind:muse', target: '/a' });
    expect(effectOf([own, { effect: 'deny' }], question)).toBe('allow');
    expect(effectOf([own, { effect: 'deny', final: true }], question)).toBe('deny');
  });

  it('S3-160 a rule that is none stops the program while it starts, by name of the fault', () => {
    expect(() => policyOf([rule({ target: 'a[b' })])).toThrow('`glob` at `/0/target`');
    expect(() => policyOf([rule(), rule()])).toThrow('`duplicate_id` at `/1/id`');
    expect(() => policyOf([], 'Mars/Olympus')).toThrow('`timeZone` is not');
  });

  it('shows its rules in the order of their rank, as plain JSON', () => {
    const policy = policyOf([rule({ id: 'low' }), rule({ id: 'high', capability: 'files.read' })]);
    expect(policy.describe()).toEqual({
      revision: 1,
      timeZone: 'UTC',
      rules: [
        { id: 'high', scope: 'global', capability: 'files.read', effect: 'allow' },
        { id: 'low', scope: 'global', capability: '*', effect: 'allow' },
      ],
    });
  });

  it('surveys: what no rule looks closer at is definite, with the rule; else it depends, with all that may decide', () => {
    const policy = policyOf([
      rule({ id: 'all', effect: 'ask' }),
      rule({ id: 'some', target: '/a/**', effect: 'deny' }),
    ]);
    expect(policy.survey(capabilityOf('clock.read'), 'person:ada')).toEqual({
      effect: 'ask',
      rules: ['all'],
    });
    expect(policy.survey(read, 'person:ada')).toEqual({
      effect: 'depends',
      rules: ['some', 'all'],
    });
  });

  it('tells when an hour window opens or closes next, and nothing where there is none', () => {
    expect(policyOf([rule()]).nextChange(NOON)).toBeUndefined();
    const policy = policyOf([rule({ hours: { from: '13:00', to: '02:00' } })]);
    expect(policy.nextChange(NOON)).toBe(NOON + 60 * 60_000);
    expect(policy.nextChange(NOON + 60 * 60_000)).toBe(NOON + 14 * 60 * 60_000);
  });
});
