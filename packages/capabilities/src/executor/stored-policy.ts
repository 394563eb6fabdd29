import type { Awaitable } from '../internal/awaitable.js';
import { isThenable } from '../internal/awaitable.js';
import type { Clock } from '../store/clock.js';
import type { PolicySteps } from '../store/policy-steps.js';
import type { Policy, Ruling } from '../policy/policy.js';
import { createRulePolicy, type RulePolicy } from '../policy/rules-policy.js';
import { readRules } from '../policy/rule.js';

/** What a policy that a store keeps is read with. */
export interface StoredPolicyOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The household's time zone, an IANA name; the machine's own unless given. */
  readonly timeZone?: string | undefined;
}

/** The rules that a store keeps, as they were when they were last read. */
export interface StoredPolicy extends Policy {
  /** The rules in force; undefined before they were read, and while the store's are none. */
  readonly inForce: RulePolicy | undefined;
  readonly timeZone: string;
  refresh(maxAgeMs: number): Awaitable<void>;
}

/**
 * Rules by what a store keeps, read anew as often as asked.
 *
 * Denies everything until it was read, and again from rules on that are no rules: a store that was
 * tampered with permits nothing.
 */
export function storedPolicy(store: PolicySteps, options: StoredPolicyOptions): StoredPolicy {
  const { clock } = options;
  const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  // Says what is wrong with a time zone when the program starts, not when a rule first looks at it.
  createRulePolicy({ rules: [], timeZone, revision: 0 });
  let current: RulePolicy | undefined;
  let revision = -1;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  function take(found: number, from: number): Awaitable<void> {
    if (found === revision) {
      readAt = from;
      return undefined;
    }
    const stored = store.policy();
    return isThenable(stored)
      ? Promise.resolve(stored).then((policy) => compile(policy, from))
      : compile(stored, from);
  }

  function compile(stored: Awaited<ReturnType<PolicySteps['policy']>>, from: number): void {
    const read = readRules(stored?.rules);
    if (stored === undefined || !read.ok) {
      current = undefined;
      revision = -1;
      throw new Error('the rules that the store keeps cannot be read');
    }
    current = createRulePolicy({ rules: read.rules, timeZone, revision: stored.revision });
    revision = stored.revision;
    readAt = from;
  }

  function readNow(): Awaitable<void> {
    const from = clock.monotonic();
    const found = store.policyRevision();
    return isThenable(found)
      ? Promise.resolve(found).then((number) => take(number, from))
      : take(found, from);
  }

  return Object.freeze<StoredPolicy>({
    get inForce() {
      return current;
    },
    timeZone,
    get revision() {
      return revision;
    },
    rule: (question) => current?.rule(question) ?? DENIED,
    describe: () => current?.describe() ?? { revision, timeZone, rules: [] },
    survey: (capability, principal) => current?.survey(capability, principal) ?? NOTHING,
    nextChange: (now) => current?.nextChange(now),
    refresh(maxAgeMs) {
      if (clock.monotonic() - readAt < maxAgeMs) return undefined;
      if (reading !== undefined) {
        // What is being read may be from before the change that the caller knows of.
        return maxAgeMs > 0 ? reading : reading.catch(() => undefined).then(() => this.refresh(0));
      }
      const read = readNow();
      if (!isThenable(read)) return undefined;
      reading = Promise.resolve(read).finally(() => (reading = undefined));
      return reading;
    },
  });
}

const DENIED: Ruling = Object.freeze({ effect: 'deny' });
const NOTHING = Object.freeze({ effect: 'deny', rules: Object.freeze([]) } as const);
