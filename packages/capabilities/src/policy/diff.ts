import type { Capability } from '../contract/capability.js';
import type { Effect } from '../contract/classification.js';
import { deepFreeze } from '../internal/freeze.js';
import { applicable, type Applicable } from './applying.js';
import type { Rule } from './rule.js';
import type { RulePolicy } from './rules-policy.js';
import { decides, effectBy, situationsOf, type Situation } from './situations.js';

/** What one policy answers. */
export interface Answered {
  readonly effect: Effect;
  /** The rule that decides; absent where the default does. */
  readonly rule?: string;
}

/** Something that is decided otherwise after a change, shown by one situation in which it is. */
export interface Difference {
  readonly capability: string;
  readonly version: number;
  /** Whom it is about: everybody without rules of their own, or one mind. */
  readonly scope: 'everyone' | `mind:${string}`;
  /** A target of which it holds; absent where the capability has none. */
  readonly target?: string;
  /** HH:MM at which it holds; absent where no rule looks at the hour. */
  readonly time?: string;
  /** Whether it holds of text that was retrieved; absent where no rule looks at that. */
  readonly retrieved?: boolean;
  readonly before: Answered;
  readonly after: Answered;
}

/** Everything that is decided otherwise. */
export interface PolicyDiff {
  /** One for each pair of rules that decided and decide, by capability and scope. */
  readonly differences: readonly Difference[];
  /** False where rules tell more targets apart than are looked at: then there may be others. */
  readonly complete: boolean;
}

/**
 * Lists what is decided otherwise by the second policy. It looks at every target that the rules can
 * tell apart, so that an empty and complete list means that nothing is.
 */
export function diffPolicies(
  before: RulePolicy,
  after: RulePolicy,
  capabilities: readonly Capability[],
): PolicyDiff {
  const scopes = new Set<string>([...before.rules, ...after.rules].map(({ scope }) => scope));
  scopes.add('global');
  const found = capabilities
    .filter(({ locked }) => !locked)
    .flatMap((capability) =>
      [...scopes]
        .sort()
        .map((scope) => differ(capability, scope as Rule['scope'], [before, after])),
    );
  return deepFreeze({
    differences: found.flatMap(({ differences }) => differences),
    complete: found.every(({ complete }) => complete),
  });
}

function differ(
  capability: Capability,
  scope: Rule['scope'],
  policies: readonly [before: RulePolicy, after: RulePolicy],
): PolicyDiff {
  const [before, after] = policies.map(({ rules }) =>
    applicable(
      rules.filter((rule) => rule.scope === 'global' || rule.scope === scope),
      capability,
    ),
  ) as [readonly Applicable[], readonly Applicable[]]; // INVARIANT: two in, two out
  const all = [...before, ...after];
  const { situations, complete } = situationsOf(all, capability);
  const pairs = new Map<string, Difference>();
  for (const situation of situations) {
    const [was, is] = [decides(before, situation), decides(after, situation)];
    if (effectBy(was, capability) === effectBy(is, capability)) continue;
    const pair = `${was?.id ?? ''}\n${is?.id ?? ''}`;
    if (pairs.has(pair)) continue;
    pairs.set(pair, {
      capability: capability.name,
      version: capability.version,
      scope: scope === 'global' ? 'everyone' : scope,
      ...shownBy(situation, all),
      before: answered(was, capability),
      after: answered(is, capability),
    });
  }
  return { differences: [...pairs.values()], complete };
}

function shownBy(
  { target, minute, retrieved }: Situation,
  all: readonly Applicable[],
): Pick<Difference, 'target' | 'time' | 'retrieved'> {
  const two = (number: number): string => String(number).padStart(2, '0');
  return {
    ...(target !== undefined && { target }),
    ...(all.some(({ rule }) => rule.hours !== undefined) && {
      time: `${two(Math.floor(minute / 60))}:${two(minute % 60)}`,
    }),
    ...(all.some(({ rule }) => rule.retrieved === true) && { retrieved }),
  };
}

function answered(rule: Rule | undefined, capability: Capability): Answered {
  const effect = effectBy(rule, capability);
  return rule === undefined ? { effect } : { effect, rule: rule.id };
}
