import type { Capability, Powers } from '@sovereign/capabilities';
import { nodeClockPower, nodeFilePower, nodeLogPower } from '@sovereign/capabilities/node';
import type { HostConfig } from './config.js';

/** Lends each capability the powers its contract names, as far as this host has them. */
export function lendNodePowers(
  log: HostConfig['log'],
): (capability: Capability) => Partial<Powers> {
  return (capability) => ({
    file: nodeFilePower({ roots: capability.roots }),
    clock: nodeClockPower(),
    log: nodeLogPower(log && { sink: ({ word, facts }) => log(capability.name, word, facts) }),
  });
}
