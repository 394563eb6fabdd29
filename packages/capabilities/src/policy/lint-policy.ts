import type { Capability } from '../contract/capability.js';
import { compileGlob } from '../contract/glob/glob.js';
import { deepFreeze } from '../internal/freeze.js';
import { selects } from './applying.js';
import type { Rule } from './rule.js';
import type { RulePolicy } from './rules-policy.js';
import { shadowsOf } from './shadows.js';
import { inRankOrder } from './specificity.js';

/** What is doubtful about a rule. Closed; a later version may add to it. */
export type PolicyFindingCode =
  'never_wins' | 'matches_everything' | 'no_such_capability' | 'no_target' | 'deny_not_final';

/** A rule that hardly says what its author meant. */
export interface PolicyFinding {
  readonly rule: string;
  readonly code: PolicyFindingCode;
  /** With `never_wins`: the rules that decide wherever it fits. */
  readonly shadowedBy?: readonly string[];
}

/**
 * Finds rules that can never decide, that fit everything, that name no capability of this program,
 * that look at a target where none can be as they say, and denies for everybody that one mind's own
 * allow outranks.
 *
 * Of a rule for which that would take too long to tell, it does not say that it never decides.
 */
export function lintPolicy(
  { rules }: Pick<RulePolicy, 'rules'>,
  capabilities: readonly Capability[],
): readonly PolicyFinding[] {
  const ranked = inRankOrder(rules);
  const shadows = shadowsOf(ranked, capabilities);
  return deepFreeze(
    ranked.flatMap((rule): PolicyFinding[] => {
      const named = capabilities.filter((one) => selects(rule.capability, one));
      if (named.length === 0) return [{ rule: rule.id, code: 'no_such_capability' }];
      const findings: PolicyFinding[] = [];
      const shadowedBy = shadows.get(rule);
      if (!named.some((one) => canHaveTarget(rule, one)))
        findings.push({ rule: rule.id, code: 'no_target' });
      else if (shadowedBy !== undefined)
        findings.push({ rule: rule.id, code: 'never_wins', shadowedBy: [...shadowedBy].sort() });
      if (fitsEverything(rule)) findings.push({ rule: rule.id, code: 'matches_everything' });
      if (rule.effect === 'deny' && rule.scope === 'global' && rule.final !== true)
        findings.push({ rule: rule.id, code: 'deny_not_final' });
      return findings;
    }),
  );
}

/** Tells whether a capability can have a target that the rule looks for, if it looks for one. */
function canHaveTarget({ target }: Rule, { targetKind }: Capability): boolean {
  if (target === undefined) return true;
  return targetKind !== undefined && compileGlob(targetKind, target) !== undefined;
}

function fitsEverything(rule: Rule): boolean {
  return (
    rule.scope === 'global' &&
    rule.capability === '*' &&
    rule.action === undefined &&
    rule.target === undefined &&
    rule.hours === undefined &&
    rule.retrieved === undefined
  );
}
