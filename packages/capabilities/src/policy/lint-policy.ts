import type { Capability } from '../contract/capability.js';
import { deepFreeze } from '../internal/freeze.js';
import { applicable, selects } from './applying.js';
import type { Rule } from './rule.js';
import type { RulePolicy } from './rules-policy.js';
import { decides, situationsOf } from './situations.js';

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
 * that look at a target where none is, and denies for everybody that one mind's own allow outranks.
 */
export function lintPolicy(
  { rules }: Pick<RulePolicy, 'rules'>,
  capabilities: readonly Capability[],
): readonly PolicyFinding[] {
  const shadows = shadowsOf(rules, capabilities);
  return deepFreeze(
    rules.flatMap((rule): PolicyFinding[] => {
      const named = capabilities.filter((one) => selects(rule.capability, one));
      if (named.length === 0) return [{ rule: rule.id, code: 'no_such_capability' }];
      const findings: PolicyFinding[] = [];
      const shadowedBy = shadows.get(rule);
      if (rule.target !== undefined && named.every((one) => one.targetKind === undefined))
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

function fitsEverything({ scope, capability, target, action, hours, retrieved }: Rule): boolean {
  return (
    scope === 'global' &&
    capability === '*' &&
    (target === undefined || target === '**') &&
    action === undefined &&
    hours === undefined &&
    retrieved === undefined
  );
}

/** The rules that decide nowhere, each with those that decide where it fits. Of what was not looked at whole, none. */
function shadowsOf(
  rules: readonly Rule[],
  capabilities: readonly Capability[],
): ReadonlyMap<Rule, ReadonlySet<string>> {
  const shadows = new Map(rules.map((rule) => [rule, new Set<string>()]));
  const scopes = new Set(['global', ...rules.map(({ scope }) => scope)]);
  for (const capability of capabilities) {
    for (const scope of scopes) {
      const applying = applicable(
        rules.filter((rule) => rule.scope === 'global' || rule.scope === scope),
        capability,
      );
      const { situations, complete } = situationsOf(applying, capability);
      for (const situation of situations) {
        const winner = decides(applying, situation);
        if (winner === undefined) continue;
        shadows.delete(winner);
        for (const one of applying)
          if (decides([one], situation) !== undefined) shadows.get(one.rule)?.add(winner.id);
      }
      if (!complete) for (const { rule } of applying) shadows.delete(rule);
    }
  }
  return shadows;
}
