import { STRICTNESS } from '../contract/classification.js';
import { tokensOf } from '../contract/glob/glob-syntax.js';
import type { Rule } from './rule.js';

/** By what one rule outranks another, in the order in which it is looked at. */
export type Ranking =
  'final' | 'scope' | 'capability' | 'target' | 'action' | 'hours' | 'retrieved' | 'effect' | 'id';

/** How specific a rule is in each respect, as numbers: more outranks less. Source: decision «Specificity». */
const RESPECTS: readonly (readonly [by: Ranking, of: (rule: Rule) => number])[] = [
  ['final', ({ final }) => Number(final === true)],
  ['scope', ({ scope }) => Number(scope !== 'global')],
  ['capability', ({ capability }) => ofCapability(capability)],
  ['target', ({ target }) => (target === undefined ? -1 : ofTarget(target))],
  ['action', ({ action }) => Number(action !== undefined)],
  ['hours', ({ hours }) => Number(hours !== undefined)],
  ['retrieved', ({ retrieved }) => Number(retrieved === true)],
  ['effect', ({ effect }) => STRICTNESS[effect]],
];

/** `name@version` over a name over the longest `ns.*` over `*`. */
function ofCapability(selector: string): number {
  if (selector === '*') return 0;
  if (selector.endsWith('.*')) return selector.length;
  return selector.includes('@') ? 1_001 : 1_000;
}

/**
 * A target itself over a glob with more literal code points. A dot at the end counts for nothing:
 * a host's is dropped, and how a rule is written decides nothing.
 */
function ofTarget(pattern: string): number {
  const tokens = tokensOf(pattern.replace(/\.$/, ''));
  const literals = tokens.filter((token) => typeof token === 'string').length;
  return literals === tokens.length ? Infinity : literals;
}

/** Sorts rules so that the first that fits decides: the same for every order they came in. */
export function inRankOrder(rules: readonly Rule[]): readonly Rule[] {
  const ranked = rules.map((rule) => ({ rule, rank: RESPECTS.map(([, of]) => of(rule)) }));
  ranked.sort((one, other) => {
    for (const [at, rank] of one.rank.entries()) {
      const against = other.rank[at] ?? 0;
      if (rank !== against) return against - rank;
    }
    return one.rule.id < other.rule.id ? -1 : 1;
  });
  return Object.freeze(ranked.map(({ rule }) => rule));
}

/** By what the first of two rules outranks the second. */
export function outranksBy(higher: Rule, lower: Rule): Ranking {
  return RESPECTS.find(([, of]) => of(higher) !== of(lower))?.[0] ?? 'id';
}
