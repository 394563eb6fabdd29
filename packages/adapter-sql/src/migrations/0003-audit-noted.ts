import type { Migration } from './migration.js';

/** Up to where each chain of the audit was noted in another one. */
export const auditNoted: Migration = {
  number: 3,
  name: 'audit-noted',
  up: ({ double, text }) => [
    `CREATE TABLE sovereign_audit_noted (writer ${text} PRIMARY KEY, seq ${double} NOT NULL)`,
  ],
};
