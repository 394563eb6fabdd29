import type { Capability } from '../contract/capability.js';
import type { TargetKind } from '../contract/classification.js';
import { canonicalJson } from '../internal/canonical.js';
import type { Json } from '../internal/json.js';
import { coversGlob } from '../contract/glob/regions.js';
import { covers, selects } from './covers.js';
import type { GrantScope } from './grant.js';

/**
 * Tells whether everything that `narrow` covers is covered by `wide` too, for these contracts.
 *
 * Where that cannot be told it answers false: approval may shorten and narrow, never widen.
 */
export function isNarrower(
  narrow: GrantScope,
  wide: GrantScope,
  contracts: readonly Capability[],
): boolean {
  // Leaving it as it is needs no proof.
  if (sameScope(narrow, wide)) return true;
  const covered = contracts.filter((one) => selects(narrow.capability, one));
  if (!covered.every((one) => selects(wide.capability, one))) return false;
  if (narrow.access === 'write' && wide.access === 'read') return false;
  if (wide.args !== undefined)
    return (
      narrow.args !== undefined &&
      narrow.target === wide.target &&
      canonicalJson(narrow.args) === canonicalJson(wide.args)
    );
  if (narrow.args !== undefined) return covered.every((one) => coversExactly(narrow, wide, one));
  const kinds = new Set(covered.map(({ targetKind }) => targetKind));
  return (
    [...kinds].every((kind) => narrowerTarget(narrow, wide, kind)) && narrowerArgs(narrow, wide)
  );
}

const sameScope = (one: GrantScope, other: GrantScope): boolean =>
  // INVARIANT: a scope is plain JSON.
  canonicalJson(one as unknown as Json) === canonicalJson(other as unknown as Json);

function coversExactly(narrow: GrantScope, wide: GrantScope, capability: Capability): boolean {
  const { id, digest, sideEffect } = capability;
  if (sideEffect === 'mutating' && wide.access === 'read') return true;
  const holder = 'host:narrower';
  return covers(
    { holder, contracts: [{ id, digest }], scope: wide },
    { principal: holder, capability, target: narrow.target, args: narrow.args ?? null },
  );
}

function narrowerTarget(
  narrow: GrantScope,
  wide: GrantScope,
  kind: TargetKind | undefined,
): boolean {
  if (kind === undefined) return true;
  if (narrow.target === undefined || wide.target === undefined)
    return narrow.target === wide.target;
  return coversGlob(wide.target, narrow.target, kind);
}

function narrowerArgs(narrow: GrantScope, wide: GrantScope): boolean {
  if (narrow.otherParameters === 'any' && wide.otherParameters !== 'any') return false;
  const asked = new Map(Object.entries(wide.parameters ?? {}));
  const given = new Map(Object.entries(narrow.parameters ?? {}));
  if (wide.otherParameters !== 'any' && [...given.keys()].some((name) => !asked.has(name)))
    return false;
  return [...asked].every(([name, glob]) => {
    const narrower = given.get(name);
    return narrower !== undefined && coversGlob(glob, narrower, 'name');
  });
}
