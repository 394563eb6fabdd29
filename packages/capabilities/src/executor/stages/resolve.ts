import { innerOf } from '../../contract/capability.js';
import type { Door } from '../door.js';
import type { Proposed, Resolved } from '../evidence.js';
import { pass, reject, type Verdict } from '../verdict.js';

/** Lets through what names a registered capability exactly, by name and by version. */
export function resolve(known: Proposed, door: Door): Verdict<Resolved> {
  const { capability: name, version } = known.intake;
  if (typeof name !== 'string' || typeof version !== 'number')
    return reject('resolve', 'unknown_capability');
  const capability = door.registry.find(name, version);
  const inner = capability && innerOf(capability);
  if (capability === undefined || inner === undefined)
    return reject('resolve', 'unknown_capability');
  return pass({ ...known, capability, inner });
}
