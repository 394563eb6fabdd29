import { fingerprint } from '../confirmation/fingerprint.js';
import type { Pending } from '../confirmation/pending.js';
import { createCaller, type Occasion, type Principal } from '../contract/caller.js';
import type { RejectionCode } from '../contract/codes.js';
import type { Violation } from '../contract/schema/accept-schema.js';
import type { Json } from '../internal/json.js';
import type { Modification } from '../store/door-store.js';
import { disclosureOf } from './disclosing.js';
import type { Door } from './door.js';
import type { Permitted, Proposed } from './evidence.js';
import { takeIn } from './intake.js';
import { requestOf } from './judgement.js';
import { pipeline, type Trail } from './pipeline.js';
import { consult } from './stages/consult.js';
import { resolve } from './stages/resolve.js';
import { validate } from './stages/validate.js';

/** Why changed arguments may not take the place of the first. */
export interface Refused {
  readonly refusal: { readonly code: RejectionCode; readonly violations?: readonly Violation[] };
}

const permit = pipeline<Door, Proposed>()
  .stage('resolve', resolve)
  .stage('validate', validate)
  .stage('policy', consult)
  .judged((trail) => trail);

/**
 * Takes changed arguments through the first three stages, as whoever asked.
 * They may not move the target, and need a disclosure and a yes of their own.
 */
export async function reconsider(pending: Pending, args: unknown, door: Door): Promise<Modification | Refused> {
  const { request } = pending;
  const trail: Trail<Proposed, Permitted> = await permit(
    {
      id: pending.id,
      startedAt: door.clock.monotonic(),
      intake: takeIn({ capability: request.capability, version: request.version, args }),
      handed: createCaller({
        principal: request.principal as Principal, // INVARIANT: stored from a caller that `createCaller` made
        origin: pending.origin,
        provenance: pending.provenance,
        ...(request.occasion !== undefined && { occasion: request.occasion as Occasion }),
      }),
    },
    door,
  );
  if (trail.rejection !== undefined) {
    const { code, violations } = trail.rejection;
    return { refusal: { code, ...(violations !== undefined && { violations }) } };
  }
  const known = trail.known as Permitted;
  const changed = requestOf(known);
  if (changed.target !== request.target || changed.contractDigest !== request.contractDigest)
    return { refusal: { code: 'target_mismatch' } };
  return {
    request: changed,
    fingerprint: fingerprint(changed),
    disclosure: disclosureOf(known),
    modified: changedPaths(request.args, changed.args),
  };
}

/** The JSON pointers of what differs, at the top level of the arguments; the root when that is not an object. */
function changedPaths(before: Json, after: Json): readonly string[] {
  if (!isObject(before) || !isObject(after)) return [''];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys]
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .sort();
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
