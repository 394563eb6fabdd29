import { deepFreeze } from '../../internal/freeze.js';
import type { PolicySteps, StoredPolicy } from '../policy-steps.js';

/** How many revisions stay readable. */
const KEEP_REVISIONS = 1_000;

/** The rules, and what they were. */
export interface MemoryPolicies extends PolicySteps {
  policyRevision(): number;
}

/** Keeps rules in memory. */
export function memoryPolicies(): MemoryPolicies {
  const revisions = new Map<number, StoredPolicy>();
  let present: StoredPolicy = deepFreeze({ revision: 0, rules: [] });
  revisions.set(0, present);
  return Object.freeze<MemoryPolicies>({
    policyRevision: () => present.revision,
    policy: (revision) => (revision === undefined ? present : revisions.get(revision)),
    changePolicy(from, rules) {
      if (from !== present.revision) return { changed: false, policy: present };
      present = deepFreeze({ revision: from + 1, rules: [...rules] });
      revisions.set(present.revision, present);
      revisions.delete(present.revision - KEEP_REVISIONS);
      return { changed: true, policy: present };
    },
  });
}
