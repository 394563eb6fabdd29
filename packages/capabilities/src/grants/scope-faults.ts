import type { Capability } from '../contract/capability.js';
import type { Violation } from '../contract/schema/accept-schema.js';
import { deepFreeze } from '../internal/freeze.js';
import { compileGlob } from '../contract/glob/glob.js';
import { selects } from './covers.js';
import type { GrantedContract, GrantScope } from './grant.js';
import { namesInterpreter } from './interpreters.js';

/** The contracts of a selector as they are now: what a grant is bound to. Locked ones are never among them. */
export function contractsOf(
  selector: string,
  capabilities: readonly Capability[],
): readonly Capability[] {
  return capabilities.filter((one) => !one.locked && selects(selector, one));
}

/** What a grant keeps of a contract. */
export const bindingOf = ({ id, digest }: Capability): GrantedContract =>
  Object.freeze({ id, digest });

/**
 * Says why a scope cannot be enforced as it is written, for these contracts: an empty list when it can.
 *
 * A scope that leaves open what it acts on is refused unless somebody wrote so: a target where there
 * is one to name, `**` for any.
 */
export function scopeFaults(
  scope: GrantScope,
  contracts: readonly Capability[],
): readonly Violation[] {
  const faults: Violation[] = [];
  const report = (path: string, rule: string): void => void faults.push({ path, rule });
  if (contracts.length === 0) report('/capability', 'unknown_capability');
  if (scope.access === 'read' && contracts.every((one) => one.sideEffect === 'mutating'))
    report('/access', 'covers_nothing');
  if (scope.args === undefined) openFaults(scope, contracts, report);
  else exactFaults(scope, contracts, report);
  return deepFreeze(faults);
}

function exactFaults(
  scope: GrantScope,
  contracts: readonly Capability[],
  report: (path: string, rule: string) => void,
): void {
  if (scope.capability.endsWith('.*')) report('/args', 'needs_one_capability');
  for (const { args, targetKind } of contracts) {
    if (!args.check(scope.args)) report('/args', 'arguments');
    if ((targetKind === undefined) !== (scope.target === undefined)) report('/target', 'target');
  }
}

function openFaults(
  scope: GrantScope,
  contracts: readonly Capability[],
  report: (path: string, rule: string) => void,
): void {
  const kinds = new Set(contracts.map(({ targetKind }) => targetKind));
  if (scope.target === undefined && [...kinds].some((kind) => kind !== undefined))
    report('/target', 'required');
  if (scope.target !== undefined) {
    const globs = [...kinds].flatMap((kind) =>
      kind === undefined ? [] : [{ kind, glob: compileGlob(kind, scope.target ?? '') }],
    );
    if (globs.length === 0) report('/target', 'no_target');
    if (globs.some(({ glob }) => glob === undefined)) report('/target', 'glob');
    // In the form that targets have: what is written may lead there in many ways.
    if (globs.some(({ kind, glob }) => kind !== 'host' && glob && namesInterpreter(glob.pattern)))
      report('/target', 'interpreter');
  }
  for (const [name, glob] of Object.entries(scope.parameters ?? {}))
    if (compileGlob('name', glob) === undefined) report(`/parameters/${escaped(name)}`, 'glob');
}

/** As a JSON pointer writes a key; nothing but harmless names are repeated. */
const escaped = (name: string): string => (/^[\w-]{1,64}$/.test(name) ? name : '*');
