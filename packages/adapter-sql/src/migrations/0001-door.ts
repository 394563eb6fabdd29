import type { Migration } from './migration.js';

/** What the door remembers, the decision log, and the audit. */
export const door: Migration = {
  number: 1,
  name: 'door',
  up: ({ double, text, integer }) => [
    `CREATE TABLE sovereign_marks (name ${text} PRIMARY KEY, value ${double} NOT NULL)`,
    `INSERT INTO sovereign_marks (name, value) VALUES ('clock', 0), ('checkpoint', 0)`,

    `CREATE TABLE sovereign_pending (
      id ${text} PRIMARY KEY,
      seq ${double} NOT NULL,
      state ${text} NOT NULL,
      principal ${text} NOT NULL,
      asked ${text} NOT NULL,
      fingerprint ${text} NOT NULL,
      seen ${text} NOT NULL,
      grantable ${integer} NOT NULL,
      created_at ${double} NOT NULL,
      expires_at ${double} NOT NULL,
      approved_until ${double},
      token_hash ${text} UNIQUE,
      token_until ${double},
      body ${text} NOT NULL
    )`,
    `CREATE INDEX sovereign_pending_of ON sovereign_pending (principal, state)`,
    `CREATE INDEX sovereign_pending_in ON sovereign_pending (state, expires_at)`,

    `CREATE TABLE sovereign_turns (
      turn ${text} NOT NULL,
      capability ${text} NOT NULL,
      runs ${integer} NOT NULL,
      touched_at ${double} NOT NULL,
      PRIMARY KEY (turn, capability)
    )`,
    `CREATE INDEX sovereign_turns_touched ON sovereign_turns (touched_at)`,

    `CREATE TABLE sovereign_keys (
      principal ${text} NOT NULL,
      key ${text} NOT NULL,
      attempt ${text} NOT NULL,
      fingerprint ${text} NOT NULL,
      until ${double} NOT NULL,
      settled ${text},
      result ${text},
      result_bytes ${double} NOT NULL,
      PRIMARY KEY (principal, key)
    )`,
    `CREATE INDEX sovereign_keys_until ON sovereign_keys (until)`,

    `CREATE TABLE sovereign_intents (
      id ${text} PRIMARY KEY,
      capability ${text} NOT NULL,
      version ${integer} NOT NULL,
      principal ${text} NOT NULL,
      key ${text},
      mutating ${integer} NOT NULL,
      writer ${text} NOT NULL,
      begun_at ${double} NOT NULL,
      deadline ${double} NOT NULL
    )`,
    `CREATE INDEX sovereign_intents_deadline ON sovereign_intents (deadline)`,

    `CREATE TABLE sovereign_decisions (
      id ${text} PRIMARY KEY,
      seq ${double} NOT NULL,
      pending_id ${text} NOT NULL,
      time ${double} NOT NULL,
      entry ${text} NOT NULL
    )`,
    `CREATE INDEX sovereign_decisions_of ON sovereign_decisions (pending_id)`,

    `CREATE TABLE sovereign_audit (
      writer ${text} NOT NULL,
      seq ${double} NOT NULL,
      id ${text} NOT NULL,
      kind ${text} NOT NULL,
      attempt ${text} UNIQUE,
      line ${text} NOT NULL,
      PRIMARY KEY (writer, seq)
    )`,
  ],
};
