import { RE2JS } from 're2js';
import { acceptSchema } from '../contract/schema/accept-schema.js';
import { createChecker, type Checker } from '../contract/schema/checker.js';
import { readCompositions, type Composition } from '../contract/schema/composition.js';
import { toRe2 } from '../contract/schema/linear-pattern.js';
import { planPatterns, type Plan } from '../contract/schema/lint-patterns.js';
import { buildGraph, type Graph } from '../contract/schema/references.js';
import type { JsonObject } from '../internal/json.js';

/** A schema as the arbitraries look at it: by pointer, and with everything loaded. */
export interface Reading {
  readonly graph: Graph;
  readonly composition: Composition;
  readonly checker: Checker;
}

/**
 * Reads a schema for generating values. Everything is loaded at once, the linear-time engine too,
 * so that nothing is to be awaited.
 *
 * @throws ContractError — for a schema that would not be accepted.
 */
export function readSchema(schema: JsonObject): Reading {
  const site = { subject: 'schema', place: 'result' } as const;
  const { json } = acceptSchema(schema, site);
  const graph = buildGraph(json, site);
  const rules = new Map<unknown, (text: string) => boolean>();
  for (const [pointer, plan] of planPatterns(graph, site))
    rules.set(graph.schemas.get(pointer), matcherOf(plan));
  const matchers = {
    rule: (of: JsonObject) => (text: unknown) =>
      typeof text !== 'string' || rules.get(of)?.(text) === true,
    ready: undefined,
  };
  return {
    graph,
    composition: readCompositions(graph),
    checker: createChecker(json, graph, matchers, false),
  };
}

function matcherOf(plan: Plan): (text: string) => boolean {
  const compiled =
    plan.engine === 'native' ? new RegExp(plan.source, 'u') : RE2JS.compile(toRe2(plan.pattern));
  return (text) => text.length <= 2 * plan.maxLength && compiled.test(text);
}
