import type { Awaitable } from '../internal/awaitable.js';
import { isThenable } from '../internal/awaitable.js';
import type { Principal } from '../contract/caller.js';
import type { Capability } from '../contract/capability.js';
import type { JsonObject } from '../internal/json.js';
import type { Clock } from '../store/clock.js';
import type { PolicySteps } from '../store/policy-steps.js';
import type { Policy, Question, Ruling, Survey } from '../policy/policy.js';
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
  return Object.freeze(new StoredRules(store, options));
}

// A class, since an object literal with getters is a dictionary to the engine, and every attempt
// asks this one three times.
class StoredRules implements StoredPolicy {
  readonly timeZone: string;
  readonly #store: PolicySteps;
  readonly #clock: StoredPolicyOptions['clock'];
  #current: RulePolicy | undefined;
  #revision = -1;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(store: PolicySteps, { clock, timeZone }: StoredPolicyOptions) {
    this.#store = store;
    this.#clock = clock;
    this.timeZone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    // Says what is wrong with a time zone when the program starts, not when a rule first looks at it.
    createRulePolicy({ rules: [], timeZone: this.timeZone, revision: 0 });
  }

  get inForce(): RulePolicy | undefined {
    return this.#current;
  }

  get revision(): number {
    return this.#revision;
  }

  rule(question: Question): Ruling {
    return this.#current?.rule(question) ?? DENIED;
  }

  describe(): JsonObject {
    return (
      this.#current?.describe() ?? { revision: this.#revision, timeZone: this.timeZone, rules: [] }
    );
  }

  survey(capability: Capability, principal: Principal): Survey {
    return this.#current?.survey(capability, principal) ?? NOTHING;
  }

  nextChange(now: number): number | undefined {
    return this.#current?.nextChange(now);
  }

  refresh(maxAgeMs: number): Awaitable<void> {
    if (this.#clock.monotonic() - this.#readAt < maxAgeMs) return undefined;
    if (this.#reading !== undefined) {
      // What is being read may be from before the change that the caller knows of.
      return maxAgeMs > 0
        ? this.#reading
        : this.#reading.catch(() => undefined).then(() => this.refresh(0));
    }
    const read = this.#readNow();
    if (!isThenable(read)) return undefined;
    this.#reading = Promise.resolve(read).finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  #readNow(): Awaitable<void> {
    const from = this.#clock.monotonic();
    const found = this.#store.policyRevision();
    return isThenable(found)
      ? Promise.resolve(found).then((number) => this.#take(number, from))
      : this.#take(found, from);
  }

  #take(found: number, from: number): Awaitable<void> {
    if (found === this.#revision) {
      this.#readAt = from;
      return undefined;
    }
    const stored = this.#store.policy();
    return isThenable(stored)
      ? Promise.resolve(stored).then((policy) => this.#compile(policy, from))
      : this.#compile(stored, from);
  }

  #compile(stored: Awaited<ReturnType<PolicySteps['policy']>>, from: number): void {
    const read = readRules(stored?.rules);
    if (stored === undefined || !read.ok) {
      this.#current = undefined;
      this.#revision = -1;
      throw new Error('the rules that the store keeps cannot be read');
    }
    const { timeZone } = this;
    this.#current = createRulePolicy({ rules: read.rules, timeZone, revision: stored.revision });
    this.#revision = stored.revision;
    this.#readAt = from;
  }
}

const DENIED: Ruling = Object.freeze({ effect: 'deny' });
const NOTHING = Object.freeze({ effect: 'deny', rules: Object.freeze([]) } as const);
