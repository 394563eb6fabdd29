import type { Json, JsonObject } from '../../internal/json.js';
import type { Checker } from './checker.js';
import type { Graph } from './references.js';
import { walk } from './violation-search.js';

/** One broken rule: where in the value, as a JSON pointer, and which keyword of the schema. */
export interface Violation {
  readonly path: string;
  readonly rule: string;
}

/** More than these help nobody. */
export const MAX_VIOLATIONS = 20;

/** The rule that is broken by a value which costs too much to check. */
const TOO_COSTLY = 'complexity';

/**
 * Says which rules a value breaks, and nothing about the value; an empty list when it fits.
 *
 * A path holds the names of properties the schema itself has, indexes, and `*` for a property it
 * does not have. Of a union it says that no branch fits, and why the branch that was meant does
 * not, where a constant or a type tells which one that is.
 */
export function findViolations(
  root: JsonObject,
  graph: Graph,
  checker: Checker,
  value: unknown,
): readonly Violation[] {
  if (checker.fits(value)) return [];
  const found = new Map<string, Violation>();
  const report = (path: string, rule: string): void => {
    if (found.size < MAX_VIOLATIONS) found.set(`${path} ${rule}`, Object.freeze({ path, rule }));
  };
  const isFinished = checker.withinLimit(value, () => {
    walk(root, value as Json, '', {
      graph,
      checker,
      report,
      count: () => found.size,
      isFull: () => found.size >= MAX_VIOLATIONS,
    });
    return true;
  });
  if (found.size === 0 || isFinished !== true) report('', TOO_COSTLY);
  return Object.freeze([...found.values()]);
}
