import type { Capability } from '../contract/capability.js';
import { compileGlob, type Glob } from '../contract/glob/glob.js';
import type { Action, Rule } from './rule.js';

/** Tells whether a selector names this capability: `ns.*` at every depth below it. */
export function selects(selector: string, { name, id }: Pick<Capability, 'name' | 'id'>): boolean {
  if (selector === '*') return true;
  if (selector.endsWith('.*')) return name.startsWith(selector.slice(0, -1));
  return selector === (selector.includes('@') ? id : name);
}

/** Tells whether a capability does this. `external` is what reaches out, whatever it changes. */
export function does(
  action: Action,
  { sideEffect, network }: Pick<Capability, 'sideEffect' | 'network'>,
): boolean {
  switch (action) {
    case 'read':
      return sideEffect === 'read_only';
    case 'write':
      return sideEffect === 'mutating';
    case 'external':
      return network === 'external';
  }
}

/** A rule as it looks at one capability: what it may still depend on is compiled. */
export interface Applicable {
  readonly rule: Rule;
  /** Undefined where it looks at no target. */
  readonly glob: Glob | undefined;
}

/**
 * Takes the rules that can apply to a capability at all, in the order they came in.
 *
 * A rule that looks at a target says nothing of a capability that has none, or whose targets are of
 * another kind than its pattern.
 */
export function applicable(rules: readonly Rule[], capability: Capability): readonly Applicable[] {
  const { targetKind } = capability;
  return rules.flatMap((rule): readonly Applicable[] => {
    if (!selects(rule.capability, capability)) return [];
    if (rule.action !== undefined && !does(rule.action, capability)) return [];
    if (rule.target === undefined) return [{ rule, glob: undefined }];
    const glob = targetKind && compileGlob(targetKind, rule.target);
    return glob === undefined ? [] : [{ rule, glob }];
  });
}

/** Tells whether what a rule says holds whatever the target, the hour, and where arguments came from. */
export function isUnconditional({ target, hours, retrieved }: Rule): boolean {
  return target === undefined && hours === undefined && retrieved === undefined;
}
