import type { Capability } from '../contract/capability.js';
import type { Caller, Principal } from '../contract/caller.js';
import type { Effect } from '../contract/classification.js';
import type { Awaitable } from '../internal/awaitable.js';
import type { JsonObject } from '../internal/json.js';

/** What a policy is asked. Nothing in it can be changed, and nothing else is looked at. */
export interface Question {
  readonly capability: Capability;
  /** Of a caller, a ruling looks at who asks and at where the arguments came from. */
  readonly caller: Pick<Caller, 'principal' | 'provenance'>;
  readonly target: string | undefined;
  /** The instant the ruling is for, in milliseconds since 1970; asked only by rules that look at it. */
  now(): number;
}

/** What a policy answers. */
export interface Ruling {
  readonly effect: Effect;
  /** Names the rule that decided, or is absent where the default did. */
  readonly rule?: string;
}

/** What a policy says of a capability whatever its target, the hour, and where the arguments came from. */
export interface Survey {
  readonly effect: Effect | 'depends';
  /** The rules that decide: one at most for a definite effect, and with `depends` all that may. */
  readonly rules: readonly string[];
}

/**
 * Decides whether a principal may do a thing here and now. Pure and synchronous:
 * the same question at the same revision has the same answer.
 *
 * The executor asks it after locks, and treats anything but one of the three effects as `deny`.
 */
export interface Policy {
  /** Grows with every change; recorded with each ruling. */
  readonly revision: number;
  rule(question: Question): Ruling;
  /** The policy in force as plain JSON, for inspection without searching a log. */
  describe(): JsonObject;
  /** Says what holds for this principal over everything a rule may look at. Absent: every ruling depends. */
  survey?(capability: Capability, principal: Principal): Survey;
  /** The next instant at which an hour window opens or closes; undefined where none does. */
  nextChange?(now: number): number | undefined;
  /** Where rules can change elsewhere: makes what is asked next at most so old. */
  refresh?(maxAgeMs: number): Awaitable<void>;
}

/** The policy of a program that has no rules: each capability's own default ruling. */
export const defaultPolicy: Policy = Object.freeze<Policy>({
  revision: 0,
  rule: ({ capability }) => BY_DEFAULT[capability.defaultRuling],
  describe: () => Object.freeze({ revision: 0, rules: Object.freeze([]) }),
  survey: ({ defaultRuling }) => Object.freeze({ effect: defaultRuling, rules: NO_RULES }),
});

/** Shared, since a ruling by default says nothing but its effect. */
const BY_DEFAULT: Readonly<Record<Effect, Ruling>> = Object.freeze({
  allow: Object.freeze({ effect: 'allow' }),
  ask: Object.freeze({ effect: 'ask' }),
  deny: Object.freeze({ effect: 'deny' }),
});
const NO_RULES: readonly string[] = Object.freeze([]);
