import type { Migration } from './migration.js';

/** Grants, capability requests, and rules. */
export const grants: Migration = {
  number: 2,
  name: 'grants',
  up: ({ double, text, integer }) => [
    `CREATE TABLE sovereign_grants (
      id ${text} PRIMARY KEY,
      seq ${double} NOT NULL,
      holder ${text} NOT NULL,
      state ${text} NOT NULL,
      used ${integer} NOT NULL,
      uses ${integer},
      created_at ${double} NOT NULL,
      starts_at ${double} NOT NULL,
      expires_at ${double} NOT NULL,
      body ${text} NOT NULL
    )`,
    `CREATE INDEX sovereign_grants_of ON sovereign_grants (holder, state)`,
    `CREATE INDEX sovereign_grants_in ON sovereign_grants (state, expires_at)`,

    `CREATE TABLE sovereign_requests (
      id ${text} PRIMARY KEY,
      seq ${double} NOT NULL,
      principal ${text} NOT NULL,
      state ${text} NOT NULL,
      digest ${text} NOT NULL,
      created_at ${double} NOT NULL,
      expires_at ${double} NOT NULL,
      body ${text} NOT NULL
    )`,
    `CREATE INDEX sovereign_requests_of ON sovereign_requests (principal, state)`,
    `CREATE INDEX sovereign_requests_in ON sovereign_requests (state, expires_at)`,

    `CREATE TABLE sovereign_policies (revision ${double} PRIMARY KEY, rules ${text} NOT NULL)`,
    `INSERT INTO sovereign_policies (revision, rules) VALUES (0, '[]')`,
    `INSERT INTO sovereign_marks (name, value) VALUES ('policy', 0)`,
  ],
};
