/** What a row of each table holds. Times are milliseconds since 1970; texts of JSON are canonical. */
export interface Tables {
  /** Numbers and words there is one of: the policy's revision, the highest time seen, the chain's name. */
  readonly sovereign_marks: { readonly name: string; readonly value: number };
  readonly sovereign_pending: PendingRow;
  readonly sovereign_turns: {
    readonly turn: string;
    readonly capability: string;
    readonly runs: number;
    readonly touched_at: number;
  };
  readonly sovereign_keys: KeyRow;
  readonly sovereign_intents: IntentRow;
  readonly sovereign_decisions: {
    readonly id: string;
    readonly pending_id: string;
    readonly time: number;
    readonly entry: string;
    readonly seq: number;
  };
  readonly sovereign_audit: AuditRow;
  readonly sovereign_audit_noted: { readonly writer: string; readonly seq: number };
  readonly sovereign_grants: GrantRow;
  readonly sovereign_requests: RequestRow;
  readonly sovereign_policies: { readonly revision: number; readonly rules: string };
  readonly sovereign_migrations: {
    readonly number: number;
    readonly name: string;
    readonly applied_at: number;
  };
}

export interface PendingRow {
  readonly id: string;
  readonly seq: number;
  readonly state: string;
  readonly principal: string;
  readonly asked: string;
  readonly fingerprint: string;
  readonly seen: string;
  readonly grantable: number;
  readonly created_at: number;
  readonly expires_at: number;
  readonly approved_until: number | null;
  readonly token_hash: string | null;
  readonly token_until: number | null;
  /** What no statement looks at. */
  readonly body: string;
}

export interface KeyRow {
  readonly principal: string;
  readonly key: string;
  readonly attempt: string;
  readonly fingerprint: string;
  readonly until: number;
  readonly settled: string | null;
  readonly result: string | null;
  readonly result_bytes: number;
}

export interface IntentRow {
  readonly id: string;
  readonly capability: string;
  readonly version: number;
  readonly principal: string;
  readonly key: string | null;
  readonly mutating: number;
  readonly writer: string;
  readonly begun_at: number;
  readonly deadline: number;
}

export interface AuditRow {
  readonly writer: string;
  readonly seq: number;
  readonly id: string;
  readonly kind: string;
  /** The id of an attempt, once; of a notice, null. */
  readonly attempt: string | null;
  readonly line: string;
}

export interface GrantRow {
  readonly id: string;
  readonly seq: number;
  readonly holder: string;
  readonly state: string;
  readonly used: number;
  readonly uses: number | null;
  readonly created_at: number;
  readonly starts_at: number;
  readonly expires_at: number;
  readonly body: string;
}

export interface RequestRow {
  readonly id: string;
  readonly seq: number;
  readonly principal: string;
  readonly state: string;
  readonly digest: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly body: string;
}
