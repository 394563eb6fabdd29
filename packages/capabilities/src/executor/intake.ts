import { isOfData, ownKeys } from '../internal/snapshot.js';

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

/** What no property descriptor holds: an accessor's place. */
const ACCESSOR = Symbol('accessor');

/**
 * Takes a proposal apart by its own properties, without running anybody's code
 * but a proxy's traps, and those once. Never throws.
 */
export function takeIn(proposal: unknown): Intake {
  let capability: unknown, version: unknown, args: unknown, target: unknown, confirmation: unknown;
  let fault: Intake['fault'] =
    typeof proposal === 'object' && proposal !== null ? undefined : 'not_an_object';
  try {
    for (const key of fault === undefined ? ownKeys(proposal as object) : []) {
      const part = ownPart(proposal as object, key);
      if (part === ACCESSOR) fault ??= 'accessor';
      else if (key === 'capability') capability = part;
      else if (key === 'version') version = part;
      else if (key === 'args') args = part;
      else if (key === 'target') target = part;
      else if (key === 'confirmation') confirmation = part;
      else fault ??= 'unknown_key';
    }
  } catch {
    fault = 'unreadable';
  }
  return { capability, version, args, target, confirmation, fault };
}

function ownPart(proposal: object, key: PropertyKey): unknown {
  const descriptor = Reflect.getOwnPropertyDescriptor(proposal, key);
  return isOfData(descriptor) ? descriptor.value : ACCESSOR;
}
