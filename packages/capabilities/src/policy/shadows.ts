import type { Principal } from '../contract/caller.js';
import type { Capability } from '../contract/capability.js';
import type { TargetKind } from '../contract/classification.js';
import { searchBudget, type SearchBudget } from '../contract/glob/search-budget.js';
import { canonicalTarget } from '../contract/target.js';
import { isUnconditional } from './applying.js';
import { fits, type Ranked } from './ranked.js';
import type { Rule } from './rule.js';
import { ruleBook, type RuleBook } from './rule-book.js';
import { EVERYONE, PLAIN_CLOCK, questionIn, situationsOf, type Situation } from './situations.js';

/** How much all of it may do: about a second of work at most. */
const STEPS = 2_000_000;

/** The rules that decide nowhere, each with those that decide where it fits. */
export type Shadows = ReadonlyMap<Rule, ReadonlySet<string>>;

/**
 * Finds the rules, given in the order of their rank, that decide nothing that can be asked.
 *
 * A rule of which that cannot be told within bounds is not among them.
 */
export function shadowsOf(ranked: readonly Rule[], capabilities: readonly Capability[]): Shadows {
  const shadows = new Map(ranked.map((rule) => [rule, new Set<string>()]));
  const book = ruleBook(ranked, PLAIN_CLOCK);
  const budget = searchBudget(STEPS);
  const scopes = [...new Set(['global' as const, ...ranked.map(({ scope }) => scope)])];
  for (const scope of scopes) {
    for (const capability of capabilities) {
      if (capability.locked) continue;
      // INVARIANT: what a rule for everybody does not decide for everybody, it decides for no mind: a
      // mind has all of these rules and more.
      const principal: Principal = scope === 'global' ? EVERYONE : scope;
      lookInto({ book, budget, capability, principal, scope }, shadows);
    }
  }
  return shadows;
}

interface Place {
  readonly book: RuleBook;
  readonly budget: SearchBudget;
  readonly capability: Capability;
  readonly principal: Principal;
  readonly scope: Rule['scope'];
}

/** Takes out the rules of the scope that decide something here, and notes of the others what does. */
function lookInto(place: Place, shadows: Map<Rule, Set<string>>): void {
  const applying = place.book.applying(place.capability, place.principal);
  const above: Ranked[] = [];
  let last: Rule | undefined;
  for (const one of applying) {
    const noted = one.rule.scope === place.scope ? shadows.get(one.rule) : undefined;
    if (noted !== undefined) {
      const instead = last === undefined ? insteadOf(one, above, place) : [last.id];
      if (instead === undefined) shadows.delete(one.rule);
      else for (const id of instead) noted.add(id);
    }
    above.push(one);
    if (isUnconditional(one.rule)) last ??= one.rule;
  }
}

/** The rules that decide wherever this one fits; undefined where it decides, or that cannot be told. */
function insteadOf(
  rule: Ranked,
  above: readonly Ranked[],
  { book, budget, capability, principal }: Place,
): ReadonlySet<string> | undefined {
  const winnerIn = (situation: Situation): Ranked | undefined =>
    book.winner(questionIn(situation, capability, principal));
  if (!budget.take(1)) return undefined;
  const sample = sampleOf(rule, capability.targetKind);
  if (sample !== undefined && winnerIn(sample)?.rule === rule.rule) return undefined;
  const instead = new Set<string>();
  const field = { rules: [...above, rule], about: [rule], capability, budget };
  for (const situation of situationsOf(field)) {
    if (!fits(rule, questionIn(situation, capability, principal), PLAIN_CLOCK)) continue;
    const winner = winnerIn(situation)?.rule;
    if (winner === rule.rule) return undefined;
    if (winner !== undefined) instead.add(winner.id);
  }
  return budget.isSpent ? undefined : instead;
}

/** A situation that the rule fits, and few others: most rules decide there, so that no more is looked at. */
function sampleOf(
  { rule, glob, window }: Ranked,
  kind: TargetKind | undefined,
): Situation | undefined {
  const shared = { minute: window?.first ?? 0, retrieved: rule.retrieved === true };
  if (kind === undefined) return { target: undefined, ...shared };
  const text = glob?.tokens.map((token) => (typeof token === 'string' ? token : 'q')).join('');
  const target =
    kind === 'path' && text?.startsWith('/') !== true ? `/${text ?? 'q'}` : (text ?? 'q');
  const isOne = canonicalTarget(kind, target) === target && glob?.matches(target) !== false;
  return isOne ? { target, ...shared } : undefined;
}
