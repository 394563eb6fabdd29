import type { Capability } from '../contract/capability.js';
import type { Principal } from '../contract/caller.js';
import { canonicalJson } from '../internal/canonical.js';
import type { Json } from '../internal/json.js';
import { compileGlob } from '../contract/glob/glob.js';
import type { Grant, GrantScope } from './grant.js';

/** What is to be done, as a grant looks at it. */
export interface Covered {
  readonly principal: Principal;
  readonly capability: Capability;
  readonly target: string | undefined;
  readonly args: Json;
}

/**
 * Tells whether a grant is for exactly such a thing. Whether it is live is the store's to say.
 *
 * What its scope does not name is not covered: neither a contract that changed since, nor an
 * argument too many.
 */
export function covers(
  grant: Pick<Grant, 'holder' | 'contracts' | 'scope'>,
  asked: Covered,
): boolean {
  const { capability } = asked;
  return (
    grant.holder === asked.principal &&
    selects(grant.scope.capability, capability) &&
    grant.contracts.some(
      ({ id, digest }) => id === capability.id && digest === capability.digest,
    ) &&
    (grant.scope.access === 'write' || capability.sideEffect === 'read_only') &&
    coversTarget(grant.scope, asked) &&
    coversArgs(grant.scope, asked.args)
  );
}

/** Tells whether `name@version` or `ns.*` names this capability. */
export function selects(selector: string, { id, name }: Pick<Capability, 'id' | 'name'>): boolean {
  return selector.endsWith('.*') ? name.startsWith(selector.slice(0, -1)) : selector === id;
}

function coversTarget(scope: GrantScope, { capability, target }: Covered): boolean {
  if (scope.target === undefined || target === undefined || scope.args !== undefined)
    return scope.target === target;
  return compileGlob(capability.targetKind ?? 'name', scope.target)?.matches(target) === true;
}

function coversArgs(scope: GrantScope, args: Json): boolean {
  if (scope.args !== undefined) return canonicalJson(scope.args) === canonicalJson(args);
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return false;
  const named = new Map(Object.entries(scope.parameters ?? {}));
  const given = new Map(Object.entries(args));
  if (scope.otherParameters !== 'any' && [...given.keys()].some((name) => !named.has(name)))
    return false;
  return [...named].every(([name, glob]) => {
    const value = given.get(name);
    return value !== undefined && compileGlob('name', glob)?.matches(parameterText(value)) === true;
  });
}

/** What a parameter's glob looks at. */
function parameterText(value: Json): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}
