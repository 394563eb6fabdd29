import { settingsPower, type Capability, type Powers } from '@sovereign/capabilities';
import {
  nodeClockPower,
  nodeCommandPower,
  nodeFilePower,
  nodeLogPower,
  nodeOriginPower,
  nodeSecretPower,
  nodeSecrets,
  nodeWebPower,
  type ProgramRunner,
} from '@sovereign/capabilities/node';
import type { HostConfig } from './config.js';

/** What of a configuration powers are made from. */
export type LendConfig = Pick<
  HostConfig,
  'log' | 'programs' | 'origins' | 'secrets' | 'settings' | 'web'
> & {
  /** Starts programs; a test gives its own. */
  readonly runProgram?: ProgramRunner;
};

/** Lends each capability the powers its contract names, as far as this host has them. */
export function lendNodePowers(config: LendConfig): (capability: Capability) => Partial<Powers> {
  const { log, programs = [], origins = {}, settings, runProgram } = config;
  const secrets = nodeSecrets(config.secrets ?? {});
  // One for all: how many pages are fetched at once is the host's bound.
  const web = nodeWebPower(config.web);
  return (capability) => {
    const { name, powers } = capability;
    const lent = new Set<string>(powers);
    return {
      file: nodeFilePower({ roots: capability.roots }),
      clock: nodeClockPower(),
      log: nodeLogPower(log && { sink: ({ word, facts }) => log(name, word, facts) }),
      web,
      ...(lent.has('command') && {
        command: nodeCommandPower({
          names: capability.programs,
          programs,
          ...(runProgram !== undefined && { run: runProgram }),
        }),
      }),
      ...(settings !== undefined && {
        settings: settingsPower(capability.settings, settings),
      }),
      ...(lent.has('secret') && { secret: nodeSecretPower(capability.secrets, secrets) }),
      ...(lent.has('origin') && { origin: nodeOriginPower({ capability, origins, secrets }) }),
    };
  };
}
