import { describe, expect, it } from 'vitest';
import { viewOf } from '../../src/confirmation/pending.js';
import { PENDING } from './pendings.js';

describe('viewOf', () => {
  const decided = {
    ...PENDING,
    state: 'approved' as const,
    decidedBy: 'olga',
    approvedUntil: 9,
    note: 'private note',
    modified: ['/path'],
    token: 'swordfish',
    tokenHash: 'swordfish',
  };

  it('shows whoever asked what waits, and until when', () => {
    const { id, state, disclosure, expiresAt } = decided;
    expect(viewOf(decided)).toEqual({ id, state, disclosure, expiresAt });
    expect(Object.isFrozen(viewOf(decided))).toBe(true);
  });

  it('shows no token, no fingerprint, no stored request, and not who decided', () => {
    expect(Object.keys(viewOf(decided)).sort()).toEqual(['disclosure', 'expiresAt', 'id', 'state']);
    const shown = JSON.stringify(viewOf(decided));
    for (const hidden of [
      'swordfish',
      PENDING.fingerprint,
      PENDING.asked,
      'olga',
      'private note',
      'intention-1',
      PENDING.request.contractDigest,
    ])
      expect(shown).not.toContain(hidden);
  });
});
