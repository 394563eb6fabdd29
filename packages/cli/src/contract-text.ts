import type { Capability, PowerName } from '@sovereign/capabilities';
import { boundMs, bytes, grouped } from './units.js';

/** Says the three bounds of a capability in one line. */
export function boundsText({ bounds }: Capability): string {
  const { timeoutMs, maxResultBytes, maxPerTurn } = bounds;
  return `${boundMs(timeoutMs)} to run, ${bytes(maxResultBytes)} of result, ${grouped(maxPerTurn)} runs a turn`;
}

/** Says each power with what it reaches, a line each. */
export function powerTexts(capability: Capability): readonly string[] {
  if (capability.powers.length === 0) return ['none: it reaches nothing'];
  return capability.powers.map((power) => {
    const reach = reachOf(capability, power);
    return reach.length === 0 ? power : `${power}: ${reach.join(', ')}`;
  });
}

/** What a power is limited to by this contract; empty where the power has nothing to limit. */
export function reachOf(capability: Capability, power: PowerName): readonly string[] {
  switch (power) {
    case 'file':
      return capability.roots;
    case 'origin':
      return capability.origins;
    case 'command':
      return capability.programs;
    case 'secret':
      return capability.secrets;
    case 'settings':
      return capability.settings;
    case 'web':
      return ['any public host'];
    case 'clock':
    case 'log':
      return [];
  }
}
