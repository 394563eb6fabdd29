import type { JsonObject } from '../../internal/json.js';
import { isObject } from './json-types.js';
import { linearFault, MAX_NATIVE_STEPS, nativeSteps } from './pattern-cost.js';
import { parsePattern, type Pattern } from './pattern-syntax.js';
import type { Graph } from './references.js';
import { at, refuse, type Site } from './site.js';

/** How a pattern is to be run. */
export type Plan =
  | { readonly engine: 'native'; readonly maxLength: number; readonly source: string }
  | { readonly engine: 'linear'; readonly maxLength: number; readonly pattern: Pattern };

/**
 * Plans how each `pattern` of a schema is run, by the pointer of the schema it stands in, and
 * refuses those that could hold up the thread whichever way they are run.
 *
 * @throws ContractError — for a pattern that no engine runs in bounded time.
 */
export function planPatterns({ schemas }: Graph, site: Site): ReadonlyMap<string, Plan> {
  const plans = new Map<string, Plan>();
  for (const [pointer, schema] of schemas) {
    if (!isObject(schema)) continue;
    const { pattern, maxLength } = schema;
    if (typeof pattern === 'string' && typeof maxLength === 'number')
      plans.set(pointer, planPattern(pattern, maxLength, at(pointer, 'pattern'), site));
    lintNames(schema, pointer, site);
  }
  return plans;
}

function planPattern(source: string, maxLength: number, place: string, site: Site): Plan {
  const parsed = parsePattern(source);
  if (!parsed.ok) return refuse(site, place, parsed.fault);
  const { pattern } = parsed;
  if (nativeSteps(pattern, maxLength) <= MAX_NATIVE_STEPS)
    return { engine: 'native', maxLength, source };
  const fault = linearFault(pattern, maxLength);
  if (fault === undefined) return { engine: 'linear', maxLength, pattern };
  return refuse(site, place, `it could run for too long: ${fault}`);
}

/** The keys of `patternProperties` are run as they are, on names as long as `propertyNames` lets in. */
function lintNames(schema: JsonObject, pointer: string, site: Site): void {
  const { patternProperties, propertyNames } = schema;
  if (!isObject(patternProperties)) return;
  const longest = longestName(propertyNames);
  let steps = 0;
  for (const source of Object.keys(patternProperties)) {
    const place = at(at(pointer, 'patternProperties'), source);
    const parsed = parsePattern(source);
    if (!parsed.ok) return refuse(site, place, parsed.fault);
    steps += nativeSteps(parsed.pattern, longest);
    if (steps > MAX_NATIVE_STEPS)
      refuse(site, place, 'it could run for too long: lower `maxLength` in `propertyNames`');
  }
}

/** How long a name can be where `propertyNames` has passed; 0 where none passes. */
export function longestName(propertyNames: unknown): number {
  const stated = isObject(propertyNames) ? propertyNames['maxLength'] : undefined;
  return typeof stated === 'number' ? stated : 0;
}
