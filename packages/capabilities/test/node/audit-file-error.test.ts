import { describe, expect, it } from 'vitest';
import { AuditFileError } from '../../src/node/audit-file-error.js';
import { AuditLockedError } from '../../src/node/audit-locked-error.js';

describe('AuditFileError', () => {
  const cause = new Error('ENOSPC');
  const error = new AuditFileError('audit_write_failed', '/log', 'could not be written', { cause });

  it('is told by a brand, also one of another copy of this package', () => {
    const foreign = { [Symbol.for('@sovereign/capabilities/AuditFileError')]: true };
    const others = [new Error('x'), null, 'x', new AuditLockedError('/log', { claim: '/x' })];
    expect([error, foreign].filter(AuditFileError.is)).toHaveLength(2);
    expect(others.filter(AuditFileError.is)).toEqual([]);
  });

  it('names the file, a code, and what to do', () => {
    expect(error).toMatchObject({
      name: 'AuditFileError',
      code: 'audit_write_failed',
      path: '/log',
      cause,
    });
    expect(error.message).toBe('`/log`: could not be written');
  });
});
