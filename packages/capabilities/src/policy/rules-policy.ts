import type { Capability } from '../contract/capability.js';
import { ContractError } from '../contract/contract-error.js';
import { deepFreeze } from '../internal/freeze.js';
import type { JsonObject } from '../internal/json.js';
import { explain, type Explanation } from './explain.js';
import { householdTime } from './household-time.js';
import { defaultPolicy, type Policy, type Question, type Survey } from './policy.js';
import { readRules, type Rule } from './rule.js';
import { ruleBook } from './rule-book.js';
import { inRankOrder } from './specificity.js';
import { surveyOf } from './survey.js';

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
  const book = ruleBook(ranked, time);
  const windows = ranked.flatMap(({ hours }) => hours ?? []);

  return Object.freeze<RulePolicy>({
    revision,
    rules: ranked,
    timeZone,
    rule: (question) => book.winner(question)?.ruling ?? defaultPolicy.rule(question),
    survey: (capability, principal) => surveyOf(book.applying(capability, principal), capability),
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
