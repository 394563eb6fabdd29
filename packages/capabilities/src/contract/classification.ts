import { deepFreeze } from '../internal/freeze.js';

/** Whether performing a capability may change anything, here or elsewhere. */
export type SideEffect = 'read_only' | 'mutating';

/** Whether performing a capability may reach beyond this device. */
export type Network = 'local' | 'external';

/** Whether a person must say yes before each invocation. */
export type Confirmation = 'automatic' | 'required';

/**
 * The confirmation model, whole. Nothing else in the code base decides it.
 *
 * Loosening an entry is a new major version of this package, never a setting.
 * Source: RFC-0003, «Confirmation Model».
 */
export const CONFIRMATION = deepFreeze({
  read_only: { local: 'automatic', external: 'required' },
  mutating: { local: 'required', external: 'required' },
}) satisfies Record<SideEffect, Record<Network, Confirmation>>;

/** The ruling a capability gets where no rule speaks. */
export type Effect = 'allow' | 'ask' | 'deny';

/** Orders effects from loose to strict, so that `stricter` is one comparison. */
export const STRICTNESS = deepFreeze({ allow: 0, ask: 1, deny: 2 }) satisfies Record<
  Effect,
  number
>;

/** Returns the stricter of two effects. */
export function stricter(one: Effect, other: Effect): Effect {
  return STRICTNESS[one] >= STRICTNESS[other] ? one : other;
}

/** Derives what holds where no rule speaks: only what stays here and changes nothing is allowed. */
export function derivedRuling(sideEffect: SideEffect, network: Network): Effect {
  return CONFIRMATION[sideEffect][network] === 'automatic' ? 'allow' : 'ask';
}

/** What a target names, and so which character separates its parts. */
export type TargetKind = 'path' | 'host' | 'name';

/** How far a result may be believed: a tool's own word, or text that anybody may have written. */
export type Trust = 'tool' | 'low';
