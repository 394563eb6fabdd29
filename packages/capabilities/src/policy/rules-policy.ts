import type { Capability } from '../contract/capability.js';
import type { Effect } from '../contract/classification.js';
import { ContractError } from '../contract/contract-error.js';
import { deepFreeze } from '../internal/freeze.js';
import type { JsonObject } from '../internal/json.js';
import { applicable, isUnconditional } from './applying.js';
import { explain, type Explanation } from './explain.js';
import { householdTime } from './household-time.js';
import { defaultPolicy, type Policy, type Question, type Ruling, type Survey } from './policy.js';
import { readRules, type Rule } from './rule.js';
import { ruleIndex, type RuleIndex } from './rule-index.js';
import { inRankOrder } from './specificity.js';

/** What a policy of rules is made of. */
export interface RulePolicyOptions {
  readonly rules: readonly Rule[];
  /** The household's time zone, an IANA name. */
  readonly timeZone: string;
  readonly revision: number;
}

/** A policy that is a list of rules: the most specific one that fits decides. */
export interface RulePolicy extends Policy {
  /** In the order of their rank. */
  readonly rules: readonly Rule[];
  readonly timeZone: string;
  survey(capability: Capability, principal: string): Survey;
  nextChange(now: number): number | undefined;
  explain(question: Question): Explanation;
}

/**
 * Makes a policy of rules. The order in which they are given decides nothing.
 *
 * What a question costs does not grow with the rules that cannot fit it.
 *
 * @throws ContractError — when a rule is none, two share an id, or there is no such time zone.
 */
export function createRulePolicy({ rules, timeZone, revision }: RulePolicyOptions): RulePolicy {
  const read = readRules(rules);
  if (!read.ok) {
    const [fault] = read.faults;
    throw new ContractError('policy', `a rule is none: \`${fault?.rule}\` at \`${fault?.path}\``);
  }
  const time = householdTime(timeZone);
  const ranked = inRankOrder(read.rules);
  const orders = new Map(ranked.map((rule, order) => [rule, order]));
  const rulings = new Map(
    ranked.map((rule) => [rule, Object.freeze({ effect: rule.effect, rule: rule.id })]),
  );
  const scopes = byScopeAndSelector(ranked);
  const windows = ranked.flatMap(({ hours }) => hours ?? []);
  const indexes = new Map<Capability, Map<string, RuleIndex>>();

  function indexOf(capability: Capability, scope: string): RuleIndex | undefined {
    const selectors = scopes.get(scope);
    if (selectors === undefined) return undefined;
    let ofCapability = indexes.get(capability);
    if (ofCapability === undefined) indexes.set(capability, (ofCapability = new Map()));
    let index = ofCapability.get(scope);
    if (index === undefined) {
      index = ruleIndex(
        applicable(rulesFor(selectors, capability), capability)
          .map(({ rule, glob }) => ({
            rule,
            glob,
            order: orders.get(rule) ?? 0,
            ruling: rulings.get(rule) ?? DENIED,
          }))
          .sort((one, other) => one.order - other.order),
        time,
      );
      ofCapability.set(scope, index);
    }
    return index;
  }

  return Object.freeze<RulePolicy>({
    revision,
    rules: ranked,
    timeZone,
    rule(question) {
      const { capability, caller } = question;
      const own = indexOf(capability, caller.principal)?.first(question, Infinity);
      const common = indexOf(capability, 'global')?.first(question, own?.order ?? Infinity);
      return (common ?? own)?.ruling ?? defaultPolicy.rule(question);
    },
    survey: (capability, principal) => survey(ranked, capability, principal),
    nextChange: (now) => time.nextChange(windows, now),
    explain: (question) => explain(ranked, question, time),
    // INVARIANT: a rule is plain JSON.
    describe: () => deepFreeze({ revision, timeZone, rules: ranked as unknown as JsonObject[] }),
  });
}

/** Tells whether a policy is a list of rules. */
export function isRulePolicy(policy: Policy): policy is RulePolicy {
  return Object.hasOwn(policy, 'rules') && Object.hasOwn(policy, 'explain');
}

const DENIED: Ruling = Object.freeze({ effect: 'deny' });

type Selectors = Map<string, Rule[]>;

function byScopeAndSelector(rules: readonly Rule[]): ReadonlyMap<string, Selectors> {
  const scopes = new Map<string, Selectors>();
  for (const rule of rules) {
    const selectors = scopes.get(rule.scope) ?? new Map<string, Rule[]>();
    scopes.set(rule.scope, selectors);
    const same = selectors.get(rule.capability);
    if (same === undefined) selectors.set(rule.capability, [rule]);
    else same.push(rule);
  }
  return scopes;
}

/** The rules whose selector names a capability, found by the few selectors that could. */
function rulesFor(selectors: Selectors, { name, id }: Capability): readonly Rule[] {
  const parts = name.split('.');
  const namespaces = parts.slice(0, -1).map((_, at) => `${parts.slice(0, at + 1).join('.')}.*`);
  return ['*', ...namespaces, name, id].flatMap((selector) => selectors.get(selector) ?? []);
}

/**
 * Says what holds whatever is asked. Rules that look at more than the capability make it depend only
 * where one of them says something else than the first rule that does not.
 */
function survey(ranked: readonly Rule[], capability: Capability, principal: string): Survey {
  const inScope = ranked.filter(({ scope }) => scope === 'global' || scope === principal);
  const above: Rule[] = [];
  let effect: Effect = capability.defaultRuling;
  let decides: Rule | undefined;
  for (const { rule } of applicable(inScope, capability)) {
    if (isUnconditional(rule)) {
      decides = rule;
      effect = rule.effect;
      break;
    }
    above.push(rule);
  }
  const named = decides === undefined ? [] : [decides.id];
  return above.every((rule) => rule.effect === effect)
    ? Object.freeze({ effect, rules: Object.freeze(above.length > 0 ? [] : named) })
    : Object.freeze({
        effect: 'depends',
        rules: Object.freeze([...above.map(({ id }) => id), ...named]),
      });
}
