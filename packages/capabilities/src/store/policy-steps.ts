import type { Awaitable } from '../internal/awaitable.js';
import type { JsonObject } from '../internal/json.js';

/** Rules as they are kept: plain JSON, read with the same suspicion as anything else. */
export interface StoredPolicy {
  /** 0 where nobody has written a rule yet; one more with every change. */
  readonly revision: number;
  readonly rules: readonly JsonObject[];
}

/** What changing the rules did: the rules as they now stand, and whether this call changed them. */
export interface PolicyChanged {
  readonly changed: boolean;
  readonly policy: StoredPolicy;
}

/** What a door remembers of its policy. Revisions stay readable: in memory the last 1,000, in a database all. */
export interface PolicySteps {
  policyRevision(): Awaitable<number>;
  /** The rules of this revision, or of the present one; undefined where there was no such revision. */
  policy(revision?: number): Awaitable<StoredPolicy | undefined>;
  /** Makes these the rules, if the revision still is the one that the change was made from. */
  changePolicy(from: number, rules: readonly JsonObject[]): Awaitable<PolicyChanged>;
}
