import { describe, expect, it } from 'vitest';
import { auditFault } from '../src/audit-fault.js';

describe('auditFault', () => {
  it('takes over what the library says of an audit file', () => {
    const thrown = Object.assign(new Error('`/a`: run `chmod 600` on it'), {
      code: 'audit_exposed',
    });
    expect(auditFault(thrown, '/a')).toMatchObject({
      exit: 'unavailable',
      message: 'audit_exposed: `/a`: run `chmod 600` on it',
    });
  });

  it('says in the system’s word why a file cannot be used', () => {
    expect(auditFault({ code: 'EACCES', syscall: 'open' }, '/a')?.message).toBe(
      'the audit file `/a` cannot be used: EACCES',
    );
    expect(auditFault({ code: 'ENOENT', syscall: 'open' }, '/a')?.message).toContain(
      'there is no audit file at `/a`',
    );
  });

  it('has nothing to say of anything else', () => {
    expect(auditFault(new Error('hunter2'), '/a')).toBeUndefined();
  });
});
