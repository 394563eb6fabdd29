import type { Capability } from '../contract/capability.js';
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

/** Tells whether what a rule says holds whatever the target, the hour, and where arguments came from. */
export function isUnconditional({
  target,
  hours,
  retrieved,
}: Pick<Rule, 'target' | 'hours' | 'retrieved'>): boolean {
  return target === undefined && hours === undefined && retrieved === undefined;
}

/** Of rules in the order of their rank, those that can decide: up to the first that fits whatever is asked. */
export function untilUnconditional<T extends { readonly rule: Rule }>(
  ranked: readonly T[],
): readonly T[] {
  const last = ranked.findIndex(({ rule }) => isUnconditional(rule));
  return last < 0 ? ranked : ranked.slice(0, last + 1);
}
