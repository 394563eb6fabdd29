import type { Capability } from '../contract/capability.js';

/** Whether the confirmation table asks nobody. The only place that says what its entries mean. */
export function isAutomatic(capability: Pick<Capability, 'confirmation'>): boolean {
  return capability.confirmation === 'automatic';
}
