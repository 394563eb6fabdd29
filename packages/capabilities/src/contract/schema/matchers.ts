import type { JsonObject } from '../../internal/json.js';
import type { Rule } from './exact-rules.js';
import { compileLinear, type Matcher } from './linear-pattern.js';
import type { Plan } from './lint-patterns.js';
import type { Graph } from './references.js';
import { at, refuse, type Site } from './site.js';

/** The patterns of a schema, made runnable. */
export interface Matchers {
  /** The rule of the pattern that stands in a schema. @throws ContractError — before it is ready. */
  rule(schema: JsonObject): Rule;
  /** Loads the linear-time engine; undefined when no pattern needs it. */
  readonly ready: (() => Promise<void>) | undefined;
}

/** Makes each pattern runnable as planned. Those for the linear-time engine wait for `ready`. */
export function createMatchers(
  plans: ReadonlyMap<string, Plan>,
  { schemas }: Graph,
  site: Site,
): Matchers {
  const matchers = new Map<unknown, Matcher>();
  const planned = new Map<unknown, Plan>();
  const waiting: (() => Promise<void>)[] = [];
  for (const [pointer, plan] of plans) {
    const schema = schemas.get(pointer);
    planned.set(schema, plan);
    if (plan.engine === 'native') {
      const compiled = new RegExp(plan.source, 'u');
      matchers.set(schema, (text) => compiled.test(text));
    } else {
      waiting.push(async () => {
        matchers.set(schema, await compile(plan, pointer, site));
      });
    }
  }
  let loading: Promise<void> | undefined;
  return {
    rule: (schema) => {
      const maxLength = planned.get(schema)?.maxLength ?? 0;
      return (text) => {
        if (typeof text !== 'string') return true;
        // A character is at most two units. Too long a text fits no more than one without a match,
        // and the bound on a pattern's cost holds only up to here.
        if (text.length > 2 * maxLength) return false;
        const matches = matchers.get(schema);
        if (matches === undefined)
          return refuse(
            site,
            '',
            'a pattern is not loaded: await `ready()` before the first check',
          );
        return matches(text);
      };
    },
    ready:
      waiting.length === 0
        ? undefined
        : () => (loading ??= Promise.all(waiting.map((load) => load())).then(() => undefined)),
  };
}

async function compile(
  plan: Extract<Plan, { engine: 'linear' }>,
  pointer: string,
  site: Site,
): Promise<Matcher> {
  try {
    return await compileLinear(plan.pattern);
  } catch {
    return refuse(site, at(pointer, 'pattern'), 'the linear-time engine does not take it');
  }
}
