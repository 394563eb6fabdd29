import { deepFreeze } from '../../internal/freeze.js';
import type { Json, JsonObject } from '../../internal/json.js';
import { ContractError } from '../contract-error.js';
import { createChecker, mayEvaluate } from './checker.js';
import { isList, isObject } from './json-types.js';
import { planPatterns } from './lint-patterns.js';
import { lintRoot, readRoot } from './lint-root.js';
import { lintSchema } from './lint-schema.js';
import { createMatchers } from './matchers.js';
import { modernize } from './modernize.js';
import { readAuthored } from './read-authored.js';
import { buildGraph } from './references.js';
import { refuse, type Site } from './site.js';
import { findTightenings, writeIn } from './tighten.js';
import { findViolations, type Violation } from './violations.js';

export type { Violation } from './violations.js';

/** A schema the library has accepted: plain data, and the checks compiled from it. */
export interface AcceptedSchema {
  /** The schema as plain, deeply frozen JSON: what describe shows and the contract digest covers. */
  readonly json: JsonObject;
  /** JSON pointers where a limit was written in because the author left it out, with what was written. */
  readonly tightened: readonly {
    readonly path: string;
    readonly keyword: string;
    readonly value: unknown;
  }[];
  /** True when the value, plain data as a snapshot has it, fits. Never repairs, never coerces. */
  check(value: unknown): boolean;
  /** At most 20 faults as JSON pointer and rule; never a value, never a key that is not in the schema. */
  violations(value: unknown): readonly Violation[];
  /** Loads the linear-time pattern engine when this schema needs it; undefined when nothing is to be loaded. Check before that throws. */
  readonly ready: (() => Promise<void>) | undefined;
}

/**
 * Accepts a schema of arguments or of a result, or throws while the program is still starting.
 *
 * In this order: copied to plain data, brought to JSON Schema 2020-12, linted, references resolved,
 * limits written in, patterns planned, compiled. What comes out ignores no keyword of what went in.
 *
 * @throws ContractError — naming the JSON pointer and the remedy, when a keyword would be ignored or
 *   cannot be checked in bounded time, or when the schema declares no type.
 */
export function acceptSchema(
  schema: unknown,
  options: { readonly subject: string; readonly place: 'args' | 'result' },
): AcceptedSchema {
  const site: Site = options;
  try {
    return accept(schema, site);
  } catch (fault) {
    if (ContractError.is(fault)) throw fault;
    // Whatever the validator or the stack cannot take is a mistake in the schema, and known at once.
    return refuse(site, '', 'it cannot be compiled: simplify it');
  }
}

function accept(schema: unknown, site: Site): AcceptedSchema {
  const stated = readRoot(modernize(readAuthored(schema, site), site), site);
  lintSchema(stated, '', site);
  const statedGraph = buildGraph(stated, site);
  lintRoot(stated, statedGraph, site);

  const tightened = findTightenings(statedGraph, site);
  const json = writeIn(stated, tightened);
  const graph = buildGraph(json, site);
  const matchers = createMatchers(planPatterns(graph, site), graph, site);
  const checker = createChecker(json, graph, matchers, mayEvaluate());
  return Object.freeze({
    json: deepFreeze(plain(json) as JsonObject),
    tightened: deepFreeze(tightened.map((one) => ({ ...one, value: plain(one.value) }))),
    check: checker.fits,
    violations: (value: unknown) => findViolations(json, graph, checker, value),
    ready: matchers.ready,
  });
}

/** The same data in ordinary objects, for readers who expect those. */
function plain(value: Json): Json {
  if (isList(value)) return value.map(plain);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
}
