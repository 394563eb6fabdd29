import type { Principal } from '../contract/caller.js';
import type { Capability } from '../contract/capability.js';
import type { Effect } from '../contract/classification.js';
import { searchBudget, type SearchBudget } from '../contract/glob/search-budget.js';
import { canonicalJson } from '../internal/canonical.js';
import { deepFreeze } from '../internal/freeze.js';
import type { Json } from '../internal/json.js';
import { untilUnconditional } from './applying.js';
import { timeOf } from './household-time.js';
import type { Ranked } from './ranked.js';
import type { Rule } from './rule.js';
import { ruleBook, type RuleBook } from './rule-book.js';
import type { RulePolicy } from './rules-policy.js';
import { EVERYONE, PLAIN_CLOCK, questionIn, situationsOf, type Situation } from './situations.js';
import { inRankOrder } from './specificity.js';

/** How much one comparison may do: about a second of work at most. */
const STEPS = 2_000_000;

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
  /** The pattern of the rule that decides after or, where that has none, before: the most of which it may hold. */
  readonly targets?: string;
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
  /** False where rules tell more apart than is looked at: then there may be others. */
  readonly complete: boolean;
}

/**
 * Lists what is decided otherwise by the second policy. It looks at every situation that the rules
 * can tell apart and in which a rule that changed may fit, so that an empty and complete list means
 * that nothing is.
 */
export function diffPolicies(
  before: Pick<RulePolicy, 'rules'>,
  after: Pick<RulePolicy, 'rules'>,
  capabilities: readonly Capability[],
): PolicyDiff {
  const change = changeOf(before.rules, after.rules);
  const budget = searchBudget(STEPS);
  const principals = principalsOf([...before.rules, ...after.rules]);
  const differences = capabilities
    .filter(({ locked }) => !locked)
    .flatMap((capability) =>
      principals.flatMap((principal) => differ({ capability, principal, change, budget })),
    );
  return deepFreeze({ differences, complete: !budget.isSpent });
}

interface Change {
  readonly before: RuleBook;
  readonly after: RuleBook;
  /** Tells whether a rule is not, word for word, in both policies. */
  isChanged(rule: Ranked): boolean;
}

function changeOf(before: readonly Rule[], after: readonly Rule[]): Change {
  const was = new Set(before.map(wordsOf));
  const is = new Set(after.map(wordsOf));
  return {
    before: ruleBook(inRankOrder(before), PLAIN_CLOCK),
    after: ruleBook(inRankOrder(after), PLAIN_CLOCK),
    isChanged: ({ rule }) => {
      const words = wordsOf(rule);
      return !was.has(words) || !is.has(words);
    },
  };
}

// INVARIANT: a rule is plain JSON.
const wordsOf = (rule: Rule): string => canonicalJson(rule as unknown as Json);

/** Everybody, and each mind with rules of its own. */
function principalsOf(rules: readonly Rule[]): readonly Principal[] {
  const minds = rules.flatMap(({ scope }) => (scope === 'global' ? [] : scope));
  return [EVERYONE, ...[...new Set(minds)].sort()];
}

interface Comparison {
  readonly capability: Capability;
  readonly principal: Principal;
  readonly change: Change;
  readonly budget: SearchBudget;
}

function differ({ capability, principal, change, budget }: Comparison): readonly Difference[] {
  const rules = [change.before, change.after].flatMap((book) =>
    untilUnconditional(book.applying(capability, principal)),
  );
  if (!budget.take(rules.length)) return [];
  const about = rules.filter(change.isChanged);
  if (about.length === 0) return [];
  const pairs = new Map<string, Difference>();
  for (const situation of situationsOf({ rules, about, capability, budget })) {
    const question = questionIn(situation, capability, principal);
    const was = change.before.winner(question)?.rule;
    const is = change.after.winner(question)?.rule;
    const [answeredBefore, answeredAfter] = [answered(was, capability), answered(is, capability)];
    const pair = `${was?.id ?? ''}\n${is?.id ?? ''}`;
    if (answeredBefore.effect === answeredAfter.effect || pairs.has(pair)) continue;
    const targets = is?.target ?? was?.target;
    pairs.set(pair, {
      capability: capability.name,
      version: capability.version,
      scope: isMind(principal) ? principal : 'everyone',
      ...shownBy(situation, rules),
      ...(targets !== undefined && { targets }),
      before: answeredBefore,
      after: answeredAfter,
    });
  }
  return [...pairs.values()];
}

const isMind = (principal: Principal): principal is `mind:${string}` =>
  principal.startsWith('mind:');

function shownBy(
  { target, minute, retrieved }: Situation,
  rules: readonly Ranked[],
): Pick<Difference, 'target' | 'time' | 'retrieved'> {
  return {
    ...(target !== undefined && { target }),
    ...(rules.some(({ window }) => window !== undefined) && { time: timeOf(minute) }),
    ...(rules.some((rule) => rule.retrieved) && { retrieved }),
  };
}

function answered(rule: Rule | undefined, { defaultRuling }: Capability): Answered {
  return rule === undefined ? { effect: defaultRuling } : { effect: rule.effect, rule: rule.id };
}
