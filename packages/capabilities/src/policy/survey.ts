import type { Capability } from '../contract/capability.js';
import { isUnconditional, untilUnconditional } from './applying.js';
import type { Survey } from './policy.js';
import type { Ranked } from './ranked.js';

/**
 * Says what holds whatever is asked, of the rules that can apply to a capability in the order of
 * their rank.
 *
 * Rules that look at more than the capability make it depend only where one of them says something
 * else than the first rule that does not.
 */
export function surveyOf(ranked: readonly Ranked[], capability: Capability): Survey {
  const applying = untilUnconditional(ranked);
  const decides = applying.find(({ rule }) => isUnconditional(rule))?.rule;
  const above = applying.map(({ rule }) => rule).filter((rule) => !isUnconditional(rule));
  const effect = decides?.effect ?? capability.defaultRuling;
  if (above.some((rule) => rule.effect !== effect))
    return Object.freeze({
      effect: 'depends',
      rules: Object.freeze(applying.map(({ rule }) => rule.id)),
    });
  // Where a rule above says the same, no one rule decides.
  const named = decides === undefined || above.length > 0 ? [] : [decides.id];
  return Object.freeze({ effect, rules: Object.freeze(named) });
}
