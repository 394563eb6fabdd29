import { covers } from '../grants/covers.js';
import type { Grant } from '../grants/grant.js';
import { isAutomatic } from './automatic.js';
import type { Door } from './door.js';
import type { Permitted } from './evidence.js';

/**
 * Whether a grant could answer here at all: a commitment is answered by a person alone, and what the
 * table asks by a grant only where the host has opted in.
 */
export function isGrantable(
  { capability, caller }: Pick<Permitted, 'capability' | 'caller'>,
  door: Door,
): boolean {
  if (caller.commitment === true) return false;
  return isAutomatic(capability) || door.grantsMayConfirm;
}

/**
 * Finds the grant that answers instead of a person: one without a count before one with, then the
 * one that ends first. Nothing is taken of it yet; `begin` does that.
 */
export async function findGrant(known: Permitted, door: Door): Promise<Grant | undefined> {
  if (!isGrantable(known, door)) return undefined;
  const { capability, caller, target, args } = known;
  const { principal } = caller;
  const live = await door.store.listGrants({ holder: principal, states: ['live'] });
  const now = await door.store.now();
  return live
    .filter(
      (grant) => grant.startsAt <= now && covers(grant, { principal, capability, target, args }),
    )
    .sort(sparingFirst)[0];
}

function sparingFirst(one: Grant, other: Grant): number {
  const counted = Number(one.uses !== undefined) - Number(other.uses !== undefined);
  if (counted !== 0) return counted;
  return one.expiresAt - other.expiresAt || (one.id < other.id ? -1 : 1);
}
