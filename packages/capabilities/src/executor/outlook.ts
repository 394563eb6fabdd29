import { isPrincipal, type Principal } from '../contract/caller.js';
import type { Capability } from '../contract/capability.js';
import { selects } from '../grants/covers.js';
import type { Grant } from '../grants/grant.js';
import type { Survey } from '../policy/policy.js';
import { isAutomatic } from './automatic.js';
import { isAnswerable } from './create-grant-desk.js';
import type { Door } from './door.js';
import { refreshed } from './refreshed.js';

/** What one principal can do with one capability, whatever the target and the hour. */
export interface OutlookEntry {
  readonly capability: string;
  readonly version: number;
  /** `depends` where a rule or a grant looks at the target, the hour, or where arguments came from. */
  readonly ruling: Survey['effect'];
  /** The rules that decide: with `depends`, all that may. */
  readonly rules: readonly string[];
  /** Whether the confirmation table asks a person whatever the ruling. */
  readonly structural: boolean;
  /** Denied for good. */
  readonly locked: boolean;
  /** The ids of the grants that could answer for it now. */
  readonly grants: readonly string[];
}

/** What one principal can do: its self-model, computed from what is in force and from nothing else. */
export interface Outlook {
  readonly principal: Principal;
  /** Whether it may act at all. */
  readonly active: boolean;
  readonly policyRevision: number;
  readonly entries: readonly OutlookEntry[];
  readonly grants: readonly Grant[];
}

/**
 * Tells what a principal can do now. `preview` agrees with every entry that is definite.
 *
 * Undefined where the text names no principal. Source: decision «Capability requests», self-model.
 */
export async function outlook(principal: string, door: Door): Promise<Outlook | undefined> {
  if (!isPrincipal(principal)) return undefined;
  await refreshed(door);
  const active = (await door.directory.isActive(principal)) === true;
  const grants = await door.store.listGrants({ holder: principal, states: ['live'] });
  const now = await door.store.now();
  return Object.freeze<Outlook>({
    principal,
    active,
    policyRevision: door.policy.revision,
    entries: Object.freeze(
      door.registry.capabilities.map((capability) =>
        entryOf(capability, { principal, active, grants, now, door }),
      ),
    ),
    grants,
  });
}

interface Known {
  readonly principal: Principal;
  readonly active: boolean;
  readonly grants: readonly Grant[];
  readonly now: number;
  readonly door: Door;
}

function entryOf(capability: Capability, known: Known): OutlookEntry {
  const { name, version, locked } = capability;
  const live = known.grants.filter((grant) => couldAnswer(grant, capability, known));
  const survey = surveyOf(capability, known);
  return Object.freeze({
    capability: name,
    version,
    ruling: survey.effect === 'ask' && live.length > 0 ? 'depends' : survey.effect,
    rules: survey.rules,
    structural: !isAutomatic(capability),
    locked,
    grants: Object.freeze(live.map((grant) => grant.id)),
  });
}

/** A grant is for the contract as it was, from its start on, and for reading alone where it says so. */
function couldAnswer(grant: Grant, capability: Capability, { now, door }: Known): boolean {
  const { scope, contracts, startsAt } = grant;
  const { id, name, digest, sideEffect } = capability;
  return (
    startsAt <= now &&
    isAnswerable(capability, door) &&
    selects(scope.capability, { id, name }) &&
    contracts.some((one) => one.id === id && one.digest === digest) &&
    (scope.access === 'write' || sideEffect === 'read_only')
  );
}

function surveyOf(capability: Capability, { principal, active, door }: Known): Survey {
  if (capability.locked || !active) return NOTHING;
  return door.policy.survey?.(capability, principal) ?? UNKNOWN;
}

const NOTHING: Survey = Object.freeze({ effect: 'deny', rules: Object.freeze([]) });
/** A policy of the host's own that says nothing in general. */
const UNKNOWN: Survey = Object.freeze({ effect: 'depends', rules: Object.freeze([]) });
