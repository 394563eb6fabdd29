import { deepFreeze } from '../internal/freeze.js';
import type { JsonObject } from '../internal/json.js';
import { describeCapability, innerOf, type Capability } from '../contract/capability.js';
import { ContractError } from '../contract/contract-error.js';

/** What a model is told of a capability, and no more: how to propose it. */
export interface CatalogueEntry {
  readonly name: string;
  readonly version: number;
  readonly summary: string;
  readonly args: JsonObject;
}

/** Every capability of this program, fixed at start. Nothing can be added later. */
export interface Registry {
  /** Finds the capability of exactly this name and version. */
  find(name: string, version: number): Capability | undefined;
  /** Every capability, in the order they were given. */
  readonly capabilities: readonly Capability[];
  /** Every capability as plain JSON, for screens, documents and the command line. */
  describe(): readonly JsonObject[];
  /** What models are offered: every capability that is not locked. */
  catalogue(): readonly CatalogueEntry[];
}

/**
 * Builds the registry of a program, once.
 *
 * @throws ContractError — when a name and version are there twice, or when a
 *   capability was not made by this copy of `defineCapability`.
 */
export function createRegistry(capabilities: readonly Capability[]): Registry {
  const all = Object.freeze([...capabilities]);
  const byName = new Map<string, Map<number, Capability>>();
  for (const capability of all) {
    if (innerOf(capability) === undefined)
      throw new ContractError(
        'registry',
        'holds a capability that `defineCapability` of this copy of the package did not return',
      );
    const versions = byName.get(capability.name) ?? new Map<number, Capability>();
    if (versions.has(capability.version))
      throw new ContractError(capability.id, 'is registered twice');
    byName.set(capability.name, versions.set(capability.version, capability));
  }
  return Object.freeze<Registry>({
    find: (name, version) => byName.get(name)?.get(version),
    capabilities: all,
    describe: () => Object.freeze(all.map(describeCapability)),
    catalogue: () =>
      deepFreeze(
        all
          .filter((capability) => !capability.locked)
          .map(({ name, version, summary, args }) => ({ name, version, summary, args: args.json })),
      ),
  });
}
