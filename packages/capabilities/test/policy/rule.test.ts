import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { MAX_RULES, readRule, readRules } from '../../src/policy/rule.js';
import { rule, someRules } from './rules.js';

const faultOf = (stated: unknown) => {
  const read = readRule(stated);
  return read.ok ? [] : read.faults.map(({ path, rule: what }) => `${path} ${what}`);
};

describe('readRule', () => {
  it.each<[unknown, string]>([
    [7, ' not_an_object'],
    [rule({ id: '' }), '/id id'],
    [rule({ id: 'Über' }), '/id id'],
    [rule({ scope: 'person:ada' as never }), '/scope scope'],
    [rule({ capability: 'files.' }), '/capability capability'],
    [rule({ capability: '*.read' }), '/capability capability'],
    [rule({ capability: 'files.read@0' }), '/capability capability'],
    [rule({ target: 'a{b,c}' }), '/target glob'],
    [rule({ target: '!a' }), '/target glob'],
    [rule({ target: 'a***' }), '/target glob'],
    [rule({ target: 'x'.repeat(513) }), '/target glob'],
    [rule({ action: 'delete' as never }), '/action action'],
    [rule({ hours: { from: '9:00', to: '10:00' } }), '/hours hours'],
    [rule({ hours: { from: '24:00', to: '10:00' } }), '/hours hours'],
    [rule({ hours: { from: '10:00', to: '10:00' } }), '/hours hours_are_empty'],
    [rule({ retrieved: false as never }), '/retrieved retrieved'],
    [rule({ effect: 'ALLOW' as never }), '/effect effect'],
    [rule({ effect: 'allow', final: true }), '/final final_needs_deny'],
    [{ ...rule(), priority: 1 }, ' unknown_key'],
    [{ id: 'r' }, '/scope missing'],
  ])('S3-160 refuses %j: %s', (stated, fault) => {
    expect(faultOf(stated)).toContain(fault);
  });

  it('repeats neither a value nor a key that no rule has', () => {
    const secret = 'hunter2';
    const text = JSON.stringify([
      readRule({ [secret]: 1 }),
      readRule(rule({ id: `${secret} `, target: `[${secret}` })),
    ]);
    expect(text).not.toContain(secret);
  });

  it('A05 takes nothing from a prototype, and runs nobody’s code', () => {
    const inherits = Object.create({ effect: 'allow' }) as object;
    expect(
      faultOf(Object.assign(inherits, { id: 'r', scope: 'global', capability: '*' })),
    ).not.toEqual([]);
    let ran = false;
    const trap = Object.defineProperty({ ...rule() }, 'effect', {
      get: () => {
        ran = true;
        return 'allow';
      },
      enumerable: true,
    });
    expect(faultOf(trap)).toEqual([' unreadable']);
    expect(ran).toBe(false);
  });

  test.prop([fc.anything()])('for every value: reading it gives an answer', (value) => {
    expect(typeof readRule(value).ok).toBe('boolean');
    expect(typeof readRules(value).ok).toBe('boolean');
    expect(typeof readRules([value]).ok).toBe('boolean');
  });

  test.prop([someRules(30)])(
    'for every list of rules: reading its JSON gives the same rules',
    (rules) => {
      expect(readRules(JSON.parse(JSON.stringify(rules)))).toEqual({ ok: true, rules });
    },
  );

  it('reads as many rules as a policy may have, and not one more', () => {
    const many = Array.from({ length: MAX_RULES }, (_, at) => rule({ id: `r${at}` }));
    expect(readRules(many).ok).toBe(true);
    expect(readRules([...many, rule({ id: 'last' })])).toEqual({
      ok: false,
      faults: [{ path: '', rule: 'too_many_rules' }],
    });
  });
});
