import { describe, expect, it } from 'vitest';
import { AuditFileError } from '../../src/node/audit-file-error.js';
import { AuditLockedError } from '../../src/node/audit-locked-error.js';

describe('AuditLockedError', () => {
  it('is told by a brand, also one of another copy of this package', () => {
    const foreign = { [Symbol.for('@sovereign/capabilities/AuditLockedError')]: true };
    const own = new AuditLockedError('/log', { claim: '/x' });
    expect([own, foreign].filter(AuditLockedError.is)).toHaveLength(2);
    expect(
      [null, {}, new AuditFileError('audit_closed', '/log', 'closed')].filter(AuditLockedError.is),
    ).toEqual([]);
  });

  it('names who holds the log, where that is known, and what to do', () => {
    const known = new AuditLockedError('/log', { claim: '/log.lock-1', pid: 7 });
    expect(known).toMatchObject({
      name: 'AuditLockedError',
      code: 'audit_locked',
      path: '/log',
      pid: 7,
    });
    expect(known.message).toBe(
      '`/log`: held by process 7; use the log through it or, once it is certain that it is gone, delete `/log.lock-1`',
    );
    const unknown = new AuditLockedError('/log', { claim: '/log.lock-1' });
    expect(unknown.pid).toBeUndefined();
    expect(unknown.message).toContain('held by a process that cannot be seen from here');
  });
});
