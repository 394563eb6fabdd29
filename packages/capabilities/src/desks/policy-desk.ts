import type { RejectionCode } from '../contract/codes.js';
import type { Violation } from '../contract/schema/accept-schema.js';
import type { StoredPolicy as StoredRules } from '../store/policy-steps.js';
import type { PolicyDiff } from '../policy/diff.js';
import type { Explanation } from '../policy/explain.js';
import type { PolicyFinding } from '../policy/lint-policy.js';
import type { Rule, RuleFault } from '../policy/rule.js';

/** Why the rules were not changed or compared. Closed; a later version may add to it. */
export type PolicyCode =
  | 'not_an_operator'
  | 'invalid_rule'
  | 'no_such_rule'
  | 'policy_changed'
  | 'policy_is_fixed'
  | 'audit_failed'
  | 'desk_failed';

/** Rules as they stand, with what is doubtful about them. */
export interface PolicyInForce {
  readonly revision: number;
  readonly timeZone: string;
  /** In the order of their rank. */
  readonly rules: readonly Rule[];
  readonly findings: readonly PolicyFinding[];
}

/** The rules as they stand now, or why nothing changed. */
export type PolicyAnswer =
  | { readonly ok: true; readonly policy: PolicyInForce }
  | {
      readonly ok: false;
      readonly code: PolicyCode;
      /** With `invalid_rule`: where and how; never a value. */
      readonly faults?: readonly RuleFault[];
    };

/** A change of the rules by a person. */
export interface PolicyChange {
  /** The login name of the operator, from the host's own session. */
  readonly person: string;
  /** The revision that was on the operator's screen; another one is `policy_changed`. Absent: whichever there is. */
  readonly from?: number;
}

/** What decides a proposal, or at which stage it fails before that. */
export type Explained =
  | { readonly ok: true; readonly locked: boolean; readonly explanation: Explanation }
  | {
      readonly ok: false;
      readonly stage: 'resolve' | 'validate' | 'policy';
      readonly code: RejectionCode | 'policy_is_fixed';
      readonly violations?: readonly Violation[];
    };

/** Where operators look at the rules and change them. What changes something answers; a look rejects with what the store threw. */
export interface PolicyDesk {
  /** The rules in force; undefined where another policy than rules is, or they cannot be read. */
  read(): Promise<PolicyInForce | undefined>;
  /** The rules as they were at a revision. */
  at(revision: number): Promise<StoredRules | undefined>;
  /** Adds a rule, or puts it in the place of the one with its id. */
  set(change: PolicyChange & { readonly rule: unknown }): Promise<PolicyAnswer>;
  remove(change: PolicyChange & { readonly rule: string }): Promise<PolicyAnswer>;
  /** Puts a whole list in the place of all rules: all or none. */
  replace(change: PolicyChange & { readonly rules: unknown }): Promise<PolicyAnswer>;
  /** What these rules would decide otherwise than those in force. Changes nothing. */
  diff(
    rules: unknown,
  ): Promise<
    { readonly ok: true; readonly diff: PolicyDiff } | Extract<PolicyAnswer, { readonly ok: false }>
  >;
}
