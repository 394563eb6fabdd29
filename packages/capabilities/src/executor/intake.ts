import { PROPOSAL_KEYS } from '../contract/proposal.js';

/** A proposal's parts as they were handed in, each read exactly once. Not one of them is believed yet. */
export interface Intake {
  readonly capability: unknown;
  readonly version: unknown;
  readonly args: unknown;
  readonly target: unknown;
  readonly confirmation: unknown;
  /** Why the proposal itself is not one: a key too many, an accessor, something that is no object. */
  readonly fault: 'not_an_object' | 'unknown_key' | 'accessor' | 'unreadable' | undefined;
}

const NOTHING: Intake = Object.freeze({
  capability: undefined,
  version: undefined,
  args: undefined,
  target: undefined,
  confirmation: undefined,
  fault: 'not_an_object',
});

/**
 * Takes a proposal apart by its own properties, without running anybody's code
 * but a proxy's traps, and those once. Never throws.
 */
export function takeIn(proposal: unknown): Intake {
  if (typeof proposal !== 'object' || proposal === null) return NOTHING;
  const parts: Record<string, unknown> = { ...NOTHING, fault: undefined };
  let fault: Intake['fault'];
  try {
    for (const key of Reflect.ownKeys(proposal)) {
      if (typeof key === 'symbol' || !PROPOSAL_KEYS.has(key)) {
        fault ??= 'unknown_key';
        continue;
      }
      const descriptor = Reflect.getOwnPropertyDescriptor(proposal, key);
      if (descriptor !== undefined && 'value' in descriptor) parts[key] = descriptor.value;
      else fault ??= 'accessor';
    }
  } catch {
    fault = 'unreadable';
  }
  return { ...(parts as unknown as Intake), fault };
}
