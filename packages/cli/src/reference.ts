import type { Capability, Registry } from '@sovereign/capabilities';
import { namedBack } from './printable.js';
import { Stop } from './stop.js';

/** A capability as somebody names it: always exactly, with its version or without. */
export interface Reference {
  readonly name: string;
  readonly version?: number;
}

const REFERENCE = /^(?<name>[^@]+)(?:@(?<version>[1-9]\d{0,14}))?$/;

/**
 * Reads `name` or `name@version`.
 *
 * @throws Stop — when it is neither.
 */
export function readReference(typed: string): Reference {
  const { name, version } = REFERENCE.exec(typed)?.groups ?? {};
  if (name === undefined)
    throw new Stop(
      'usage',
      `${namedBack(typed)} is not a capability: write \`name@version\`, such as \`system.health@1\``,
    );
  return version === undefined ? { name } : { name, version: Number(version) };
}

/**
 * Reads `name@version`. No version is ever assumed: what runs is what was named.
 *
 * @throws Stop — when the version is missing, or it is no reference at all.
 */
export function readExactReference(typed: string): Required<Reference> {
  const { name, version } = readReference(typed);
  if (version === undefined)
    throw new Stop(
      'usage',
      `${namedBack(typed)} has no version: write \`name@version\`; \`sovereign list\` shows both`,
    );
  return { name, version };
}

/**
 * Finds every version of exactly this name, or the one that is named.
 *
 * @throws Stop — when there is none. Nothing that is merely alike is ever offered.
 */
export function findCapabilities(
  registry: Registry,
  { name, version }: Reference,
): readonly Capability[] {
  if (version !== undefined) return [findCapability(registry, { name, version })];
  const found = registry.capabilities.filter((one) => one.name === name);
  if (found.length === 0) throw notFound(name);
  return found;
}

/**
 * Finds the capability of exactly this name and version.
 *
 * @throws Stop — when there is none.
 */
export function findCapability(
  registry: Registry,
  { name, version }: Required<Reference>,
): Capability {
  const found = registry.find(name, version);
  if (found === undefined) throw notFound(`${name}@${version}`);
  return found;
}

const notFound = (typed: string): Stop =>
  new Stop(
    'unresolved',
    `no capability is exactly ${namedBack(typed)}; \`sovereign list\` shows them all`,
  );
