import { deepFreeze } from '../internal/freeze.js';
import { diffPolicies } from '../policy/diff.js';
import { lintPolicy, type PolicyFinding } from '../policy/lint-policy.js';
import type {
  PolicyAnswer,
  PolicyChange,
  PolicyCode,
  PolicyDesk,
  PolicyInForce,
} from '../desks/policy-desk.js';
import { readRule, readRules, type Rule, type RuleFault } from '../policy/rule.js';
import { createRulePolicy, type RulePolicy } from '../policy/rules-policy.js';
import type { Awaitable } from '../internal/awaitable.js';
import type { JsonObject } from '../internal/json.js';
import type { PolicyChanged } from '../store/policy-steps.js';
import { findDecider, refuseDecider } from './decider.js';
import { onRecord } from './deed.js';
import type { Door } from './door.js';
import { guarded } from './noting.js';
import { tellOutlook } from './tell-outlook.js';

/** How often a change is made anew when others keep changing the rules. */
const TRIES = 5;

type No = Extract<PolicyAnswer, { readonly ok: false }>;
/** What a change makes of the rules that it finds. */
type Edit = (rules: readonly Rule[]) => readonly Rule[] | No;

/** Builds the desk where operators look at the rules and change them. */
export function createPolicyDesk(door: Door): PolicyDesk {
  return Object.freeze<PolicyDesk>({
    read: () =>
      guarded(
        door,
        async () => {
          await door.policy.refresh?.(0);
          return inForce(door);
        },
        undefined,
      ),
    at: async (revision) => door.store.policy(revision),
    set: (stated) =>
      guarded(
        door,
        async () => {
          const { rule, ...change } = stated;
          const read = readRule(rule);
          if (!read.ok) return refuse(change, read.faults, door);
          const edited: Edit = (rules) => [
            ...rules.filter(({ id }) => id !== read.rule.id),
            read.rule,
          ];
          return carryOut({ change, code: 'rule_set', subject: read.rule.id, edited }, door);
        },
        no('desk_failed'),
      ),
    remove: (stated) =>
      guarded(
        door,
        async () => {
          const { rule, ...change } = stated;
          const edited: Edit = (rules) =>
            rules.some(({ id }) => id === rule)
              ? rules.filter(({ id }) => id !== rule)
              : no('no_such_rule');
          return carryOut({ change, code: 'rule_removed', subject: String(rule), edited }, door);
        },
        no('desk_failed'),
      ),
    replace: (stated) =>
      guarded(
        door,
        async () => {
          const { rules, ...change } = stated;
          const read = readRules(rules);
          if (!read.ok) return refuse(change, read.faults, door);
          const edited: Edit = () => read.rules;
          return carryOut({ change, code: 'rules_replaced', subject: 'policy', edited }, door);
        },
        no('desk_failed'),
      ),
    diff: (rules) => guarded(door, () => differ(rules, door), no('desk_failed')),
  });
}

async function differ(rules: unknown, door: Door): ReturnType<PolicyDesk['diff']> {
  await door.policy.refresh?.(0);
  const before = door.rulesInForce();
  const read = readRules(rules);
  if (before === undefined) return no('policy_is_fixed');
  if (!read.ok) return no('invalid_rule', read.faults);
  const { timeZone, revision } = before;
  const after = createRulePolicy({ rules: read.rules, timeZone, revision });
  return { ok: true, diff: diffPolicies(before, after, door.registry.capabilities) };
}

function inForce(door: Door): PolicyInForce | undefined {
  const policy = door.rulesInForce();
  if (policy === undefined) return undefined;
  const { revision, timeZone, rules } = policy;
  return Object.freeze({ revision, timeZone, rules, findings: findingsOf(policy, door) });
}

/** Looking for them takes seconds for ten thousand rules: once for each policy is enough. */
const FOUND = new WeakMap<RulePolicy, readonly PolicyFinding[]>();

function findingsOf(policy: RulePolicy, door: Door): readonly PolicyFinding[] {
  const found = FOUND.get(policy) ?? lintPolicy(policy, door.registry.capabilities);
  FOUND.set(policy, found);
  return found;
}

/** Whoever may not change rules is not told what is wrong with one. */
async function refuse(
  { person }: PolicyChange,
  faults: readonly RuleFault[],
  door: Door,
): Promise<PolicyAnswer> {
  return (await findOperator(person, door)) === undefined
    ? refusedPerson(person, door)
    : no('invalid_rule', faults);
}

async function findOperator(person: unknown, door: Door): Promise<string | undefined> {
  const found = await findDecider(person, door);
  return found?.operator === true ? found.id : undefined;
}

/** That somebody tried who may not is on record, as at every other desk. */
async function refusedPerson(person: unknown, door: Door): Promise<PolicyAnswer> {
  const code = await refuseDecider('policy', await findDecider(person, door), door);
  return no(code === 'audit_failed' ? code : 'not_an_operator');
}

interface Edited {
  readonly change: PolicyChange;
  readonly code: string;
  readonly subject: string;
  readonly edited: Edit;
}

/** Puts the change on record and makes it, on whatever rules are there by then. */
async function carryOut(
  { change, code, subject, edited }: Edited,
  door: Door,
): Promise<PolicyAnswer> {
  const operator = await findOperator(change.person, door);
  if (operator === undefined) return refusedPerson(change.person, door);
  const noted = { kind: 'configuration', subject, code, principal: `person:${operator}` } as const;
  if (!door.keepsRules) return no('policy_is_fixed');
  for (let tries = 0; tries < TRIES; tries += 1) {
    const stored = await door.store.policy();
    const read = readRules(stored?.rules);
    if (stored === undefined || (change.from !== undefined && change.from !== stored.revision))
      return no('policy_changed');
    // What cannot be read is replaced whole, or not at all.
    const rules = edited(read.ok ? read.rules : []);
    if (isNo(rules)) return rules;
    if (!read.ok && code !== 'rules_replaced') return no('invalid_rule', read.faults);
    const all = readRules(rules);
    if (!all.ok) return no('invalid_rule', all.faults);
    // INVARIANT: a rule is plain JSON.
    const kept = rules as unknown as readonly JsonObject[];
    const put = (): Awaitable<PolicyChanged> => door.store.changePolicy(stored.revision, kept);
    const done = await onRecord({ notices: [noted], change: put }, door);
    if (done === undefined) return no('audit_failed');
    if (done.changed) return changedNow(door);
  }
  return no('policy_changed');
}

async function changedNow(door: Door): Promise<PolicyAnswer> {
  await door.policy.refresh?.(0);
  tellOutlook(door, 'policy');
  const policy = inForce(door);
  return policy === undefined ? no('desk_failed') : Object.freeze({ ok: true, policy });
}

const isNo = (edited: readonly Rule[] | No): edited is No => !Array.isArray(edited);

const no = (code: PolicyCode, faults?: readonly RuleFault[]): No =>
  deepFreeze({ ok: false, code, ...(faults !== undefined && { faults }) });
