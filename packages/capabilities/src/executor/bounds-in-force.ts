import type { Bounds } from '../contract/bounds.js';
import type { Validated } from './evidence.js';

/** The contract's bounds, as far as the caller has not shortened them. Nothing lengthens one. */
export function boundsInForce({
  capability,
  caller,
}: Pick<Validated, 'capability' | 'caller'>): Bounds {
  const { bounds } = capability;
  const stated = caller.bounds;
  if (stated === undefined) return bounds;
  return {
    timeoutMs: Math.min(bounds.timeoutMs, stated.timeoutMs ?? bounds.timeoutMs),
    maxResultBytes: Math.min(bounds.maxResultBytes, stated.maxResultBytes ?? bounds.maxResultBytes),
    maxPerTurn: Math.min(bounds.maxPerTurn, stated.maxPerTurn ?? bounds.maxPerTurn),
  };
}
