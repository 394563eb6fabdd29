import { describe, expect, it } from 'vitest';
import { ask, capabilityOf, policyOf, rule } from './rules.js';

const read = capabilityOf('files.read', { kind: 'path' });

describe('explain', () => {
  it('tells the winner, the losers with why each lost, and one change that would flip it', () => {
    const policy = policyOf([
      rule({ id: 'wins', target: '/a/b', effect: 'deny' }),
      rule({ id: 'glob', target: '/a/*', effect: 'ask' }),
      rule({ id: 'elsewhere', target: '/b/**' }),
      rule({ id: 'writes', action: 'write' }),
      rule({ id: 'evenings', hours: { from: '18:00', to: '19:00' } }),
      rule({ id: 'retrieved', retrieved: true }),
      rule({ id: 'others', scope: 'mind:muse' }),
      rule({ id: 'unrelated', capability: 'clock.read' }),
    ]);
    const { winner, losers, flip } = policy.explain(ask(read, { target: '/a/b' }));
    expect(winner?.id).toBe('wins');
    expect(Object.fromEntries(losers.map(({ rule: { id }, why }) => [id, why]))).toEqual({
      glob: 'outranked_by_target',
      elsewhere: 'other_target',
      writes: 'other_action',
      evenings: 'outside_hours',
      retrieved: 'not_retrieved',
    });
    expect(flip).toEqual({ remove: ['wins'], then: 'ask' });
  });

  it('of a locked capability, says that the lock decides and that nothing would flip it', () => {
    const locked = capabilityOf('files.read', { kind: 'path', locked: true });
    const policy = policyOf([rule({ id: 'all' }), rule({ id: 'aside', target: '/b' })]);
    expect(policy.explain(ask(locked, { target: '/a' }))).toEqual({
      effect: 'deny',
      losers: [
        { rule: rule({ id: 'aside', target: '/b' }), why: 'other_target' },
        { rule: rule({ id: 'all' }), why: 'locked' },
      ],
    });
  });
});
