import type { Json, JsonObject } from '../../internal/json.js';
import type { Checker } from './checker.js';
import { isList, isObject, textsOf, type Schema } from './json-types.js';
import { KEYWORDS } from './keywords.js';
import { longestName } from './lint-patterns.js';
import { meantBranch } from './meant-branch.js';
import type { Graph } from './references.js';
import { at } from './site.js';
import { holdsSchemas } from './subschemas.js';

/** Stands in a path for a property that the schema does not name. */
const UNNAMED = '*';

/** What a search for violations goes by, and where it puts what it finds. */
export interface Search {
  readonly graph: Graph;
  readonly checker: Checker;
  /** How many have been found so far. */
  readonly count: () => number;
  /** True when no more are wanted. */
  readonly isFull: () => boolean;
  readonly report: (path: string, rule: string) => void;
}

/** Looks for what a value breaks in one schema. `rule` is the keyword that holds the schema. */
export function walk(
  schema: Schema,
  value: Json,
  path: string,
  search: Search,
  rule = 'type',
): void {
  const { checker, count, isFull, report } = search;
  if (isFull()) return;
  if (schema === false) report(path, rule);
  if (typeof schema === 'boolean' || checker.fitsPart(schema, value)) return;
  const before = count();
  for (const keyword of Object.keys(schema)) {
    if (isPlainRule(keyword) && !checker.fitsRules(schema, [keyword], value)) report(path, keyword);
  }
  if (isObject(value)) walkObject(schema, value, path, search);
  if (isList(value)) walkList(schema, value, path, search);
  walkParts(schema, value, path, search);
  if (count() > before) return;
  // Nothing else is broken, so it is what these say about whatever the others left over.
  for (const keyword of ['unevaluatedProperties', 'unevaluatedItems'] as const)
    if (schema[keyword] !== undefined) report(at(path, UNNAMED), keyword);
}

/** Rules that are decided by themselves, and whose place is the value itself. */
function isPlainRule(name: string): boolean {
  const keyword = KEYWORDS.get(name);
  return (
    keyword !== undefined && keyword.annotation !== true && !holdsSchemas(name) && !TOLD.has(name)
  );
}

/** Rules whose place is not the value itself, or that are decided together with another one. */
const TOLD: ReadonlySet<string> = new Set([
  '$ref',
  'required',
  'dependentRequired',
  'minContains',
  'maxContains',
  'unevaluatedProperties',
  'unevaluatedItems',
]);

function walkObject(schema: JsonObject, value: JsonObject, path: string, search: Search): void {
  const { checker, report } = search;
  const missing = (names: Json | undefined, rule: string): void => {
    for (const name of textsOf(names))
      if (!Object.hasOwn(value, name)) report(at(path, name), rule);
  };
  missing(schema['required'], 'required');
  for (const [name, names] of entriesOf(schema['dependentRequired']))
    if (Object.hasOwn(value, name)) missing(names, 'dependentRequired');

  const properties = new Map(entriesOf(schema['properties']));
  const matching = patterns(schema);
  const others = schema['additionalProperties'];
  for (const [name, part] of Object.entries(value)) {
    const property = properties.get(name);
    const place = at(path, property === undefined ? UNNAMED : name);
    if (property !== undefined) walk(property, part, place, search, 'properties');
    const matched = matching.filter(([matches]) => matches(name));
    for (const [, pattern] of matched) walk(pattern, part, place, search, 'patternProperties');
    if (property === undefined && matched.length === 0 && others !== undefined)
      walk(others as Schema, part, place, search, 'additionalProperties');
  }
  if (schema['propertyNames'] === undefined) return;
  if (!checker.fitsRules(schema, ['propertyNames'], value))
    report(at(path, UNNAMED), 'propertyNames');
}

/** The patterns for names, which match none that is too long to be let through to them. */
function patterns(schema: JsonObject): readonly (readonly [(name: string) => boolean, Schema])[] {
  const longest = 2 * longestName(schema['propertyNames']);
  return entriesOf(schema['patternProperties']).map(([source, part]) => {
    const compiled = new RegExp(source, 'u');
    return [(name) => name.length <= longest && compiled.test(name), part] as const;
  });
}

function walkList(schema: JsonObject, value: readonly Json[], path: string, search: Search): void {
  const prefix = isList(schema['prefixItems']) ? schema['prefixItems'] : [];
  const rest = schema['items'];
  value.forEach((item, index) => {
    const part = index < prefix.length ? prefix[index] : rest;
    const rule = index < prefix.length ? 'prefixItems' : 'items';
    if (part !== undefined) walk(part as Schema, item, at(path, index), search, rule);
  });
  if (schema['contains'] === undefined) return;
  if (!search.checker.fitsRules(schema, ['contains', 'minContains', 'maxContains'], value))
    search.report(path, 'contains');
}

function walkParts(schema: JsonObject, value: Json, path: string, search: Search): void {
  const { graph, checker, report } = search;
  const target = graph.targets.get(schema);
  if (target !== undefined) walk(graph.schemas.get(target) ?? false, value, path, search, '$ref');
  for (const part of listOf(schema['allOf'])) walk(part, value, path, search, 'allOf');
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = listOf(schema[keyword]);
    if (branches.length === 0 || checker.fitsRules(schema, [keyword], value)) continue;
    report(path, keyword);
    const meant = meantBranch(branches, value, graph, checker);
    if (meant !== undefined) walk(meant, value, path, search, keyword);
  }
  if (schema['not'] !== undefined && !checker.fitsRules(schema, ['not'], value))
    report(path, 'not');
  for (const [name, part] of entriesOf(schema['dependentSchemas']))
    if (isObject(value) && Object.hasOwn(value, name))
      walk(part, value, path, search, 'dependentSchemas');
  if (schema['if'] === undefined) return;
  const branch = checker.fitsPart(schema['if'] as Schema, value) ? 'then' : 'else';
  if (schema[branch] !== undefined) walk(schema[branch] as Schema, value, path, search, branch);
}

// Accepted schemas hold schemas here, and nothing else.
const listOf = (value: Json | undefined): readonly Schema[] => (value ?? []) as readonly Schema[];
const entriesOf = (value: Json | undefined): readonly (readonly [string, Schema])[] =>
  isObject(value) ? (Object.entries(value) as [string, Schema][]) : [];
