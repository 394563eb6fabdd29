import { fingerprint } from '../confirmation/fingerprint.js';
import type { Disclosure } from '../confirmation/disclosure.js';
import type { Pending } from '../confirmation/pending.js';
import { createCaller } from '../contract/caller.js';
import type { RejectionCode } from '../contract/codes.js';
import type { Violation } from '../contract/schema/accept-schema.js';
import { canonicalJson } from '../internal/canonical.js';
import type { Json } from '../internal/json.js';
import type { Modification } from '../store/pending-steps.js';
import { disclosureOf } from './disclosing.js';
import type { Door } from './door.js';
import { proposed, type Permitted, type Proposed } from './evidence.js';
import { takeIn } from './intake.js';
import { requestOf, tooLargeToRead } from './judgement.js';
import type { Run, Trail } from './pipeline.js';
import { askerOf } from './resume.js';
import type { Rejection } from './verdict.js';

/** Why changed arguments may not take the place of the first. */
export interface Refused {
  readonly refusal: {
    readonly code: RejectionCode;
    readonly reason?: string;
    readonly violations?: readonly Violation[];
  };
}

/** The first three stages, as they are run on changed arguments. */
export type Permit = Run<Door, Proposed, Trail<Proposed, Permitted>>;

/**
 * Takes changed arguments through the first three stages, as whoever asked.
 * They may not move the target, and need a disclosure and a yes of their own.
 */
export async function reconsider(
  pending: Pending,
  args: unknown,
  permit: Permit,
  door: Door,
): Promise<Modification | Refused> {
  const { request } = pending;
  const { known, rejection } = await permit(
    proposed({
      id: pending.id,
      startedAt: door.clock.monotonic(),
      intake: takeIn({ capability: request.capability, version: request.version, args }),
      handed: createCaller(askerOf(pending)),
    }),
    door,
  );
  if (rejection !== undefined) return refused(rejection);
  const permitted = known as Permitted; // INVARIANT: no rejection, so the third stage passed
  const tooLarge = tooLargeToRead(permitted, door);
  if (tooLarge !== undefined) return refused(tooLarge);
  const changed = requestOf(permitted);
  if (changed.target !== request.target || changed.contractDigest !== request.contractDigest)
    return { refusal: { code: 'target_mismatch' } };
  const disclosure = disclosed(permitted, pending.provenance, door);
  if (disclosure === undefined) return { refusal: { code: 'stage_failed' } };
  return {
    request: changed,
    fingerprint: fingerprint(changed),
    disclosure,
    modified: [
      ...new Set([...(pending.modified ?? []), ...changedPaths(request.args, changed.args)]),
    ].sort(),
  };
}

/** The author's own sentence may throw: that costs this change, and nothing of it is told. */
function disclosed(
  known: Permitted,
  provenance: Pending['provenance'],
  door: Door,
): Disclosure | undefined {
  try {
    return disclosureOf(known, provenance);
  } catch (thrown) {
    door.defect(thrown, 'confirm');
    return undefined;
  }
}

function refused({ code, reason, violations }: Rejection): Refused {
  return {
    refusal: {
      code,
      ...(reason !== undefined && { reason }),
      ...(violations !== undefined && { violations }),
    },
  };
}

/** The JSON pointers of what differs, at the top level of the arguments; the root when that is not an object. */
function changedPaths(before: Json, after: Json): readonly string[] {
  if (!isObject(before) || !isObject(after)) return [''];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys]
    .filter((key) => textOf(before[key]) !== textOf(after[key]))
    .map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .sort();
}

/** As the fingerprint sees it: the order of keys is no difference. */
const textOf = (value: Json | undefined): string | undefined =>
  value === undefined ? undefined : canonicalJson(value);

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
