import type { Json, JsonObject } from '../../internal/json.js';
import { hasDifferentItems, multipleOf, oneOfValues, type Rule } from './exact-rules.js';
import { findFormat } from './formats.js';
import { isList, record, type Schema } from './json-types.js';
import { KEYWORDS } from './keywords.js';
import { longestName } from './lint-patterns.js';
import { mapHeld } from './subschemas.js';

/** A schema as TypeBox is given it: keywords of JSON Schema, and rules of ours under `~refine`. */
export type Checkable = boolean | Node;

type Node = { readonly [keyword: string]: unknown };

/** What a schema needs from around it to be made checkable. */
export interface Surroundings {
  /** The test of the pattern that stands in a schema. */
  pattern(schema: JsonObject): Rule;
  /** The name under which the schema a `$ref` leads to is found. */
  reference(schema: JsonObject): string;
  /** Gives a checkable schema a name to be found under. */
  share(schema: object): string;
}

/**
 * Rewrites an accepted schema so that TypeBox decides it exactly and safely.
 *
 * INVARIANT: for JSON values the rewritten schema accepts what JSON Schema says the accepted one
 * accepts. Each line below is there because TypeBox 1.4.3 decides otherwise by itself, see the test
 * of the same name:
 *
 * - nodes inherit nothing, since keywords are looked up with `in`;
 * - equality, uniqueness and multiples are ours: its own are by hash, by tolerance, or confuse an
 *   object with a list;
 * - formats and patterns are ours: its own come from a registry anybody may change, and from a
 *   backtracking engine without a limit;
 * - a condition, and what depends on one, is boxed in `allOf`: what it saw before it failed does not
 *   count as evaluated, and it does not see what its neighbours evaluated; a schema for one element
 *   or property is denied twice, so that nothing it saw within that counts;
 * - `unevaluatedProperties` is kept from lists, whose indexes it takes for properties;
 * - property names are measured before patterns are run on them.
 */
export function toCheckable(schema: Schema, around: Surroundings): Checkable {
  if (typeof schema === 'boolean') return schema;
  const { unevaluatedProperties, ...rest } = rulesOf(schema, Object.keys(schema), around);
  const node =
    schema['patternProperties'] === undefined ? bare(rest) : measured(bare(rest), schema);
  return unevaluatedProperties === undefined
    ? node
    : exceptLists(node, unevaluatedProperties, around);
}

/** Rewrites some of the keywords of a schema, as if the others were not there. */
export function rulesOf(
  schema: JsonObject,
  keywords: readonly string[],
  around: Surroundings,
): Node {
  const node = Object.create(null) as { [keyword: string]: unknown };
  const refinements: object[] = [];
  const chosen = Object.entries(schema).filter(([keyword]) => keywords.includes(keyword));
  const parts = mapHeld(record(chosen), (part) => toCheckable(part, around) as Schema);
  for (const [keyword, value] of Object.entries(parts)) {
    const rule = ruleOf(keyword, value, schema, around);
    if (rule !== undefined) refinements.push({ check: rule, error: () => keyword });
    else if (isPassedOn(keyword)) node[keyword] = passedOn(keyword, value, schema, around);
  }
  if (refinements.length > 0) node['~refine'] = refinements;
  return node;
}

function ruleOf(
  keyword: string,
  value: Json,
  schema: JsonObject,
  around: Surroundings,
): Rule | undefined {
  switch (keyword) {
    case 'const':
      return oneOfValues([value]);
    case 'enum':
      return oneOfValues(isList(value) ? value : []);
    case 'multipleOf':
      return multipleOf(Number(value));
    case 'uniqueItems':
      return value === true ? hasDifferentItems : undefined;
    case 'format': {
      const fits = typeof value === 'string' ? findFormat(value) : undefined;
      return (text) => typeof text !== 'string' || fits?.(text) === true;
    }
    case 'pattern':
      return around.pattern(schema);
    default:
      return undefined;
  }
}

/** What TypeBox decides: neither what only describes, nor what only names. */
function isPassedOn(keyword: string): boolean {
  const isDefinition = keyword === '$defs' || keyword === 'definitions';
  return KEYWORDS.get(keyword)?.annotation !== true && !isDefinition && keyword !== 'uniqueItems';
}

function passedOn(keyword: string, value: Json, schema: JsonObject, around: Surroundings): unknown {
  switch (keyword) {
    case '$ref':
      return around.reference(schema);
    case 'not':
    case 'if':
    case 'then':
    case 'else':
      return boxed(value);
    case 'dependentSchemas':
      return bare(
        Object.fromEntries(Object.entries(value ?? {}).map(([name, part]) => [name, boxed(part)])),
      );
    case 'contains':
    case 'unevaluatedItems':
    case 'unevaluatedProperties':
      return typeof value === 'boolean' ? value : deniedTwice(value);
    default:
      return value;
  }
}

/** The same schema, evaluated apart: what it sees counts only when it holds. */
function boxed(schema: unknown): Node {
  return bare({ allOf: [schema] });
}

/** The same schema, of which nothing is known afterwards but whether it held. */
function deniedTwice(schema: unknown): Node {
  return bare({ not: boxed(bare({ not: boxed(schema) })) });
}

/** The same schema, with a word about unevaluated properties for all values but lists. */
function exceptLists(node: Node, unevaluated: unknown, around: Surroundings): Node {
  const name = around.share(node);
  return conditional(
    boxed(bare({ type: 'array' })),
    bare({ $ref: name }),
    bare({ $ref: name, unevaluatedProperties: unevaluated }),
  );
}

/** The same schema, for objects whose names are short enough to be matched; false for all others. */
function measured(node: Node, schema: JsonObject): Node {
  const names = bare({ maxLength: longestName(schema['propertyNames']) });
  return conditional(boxed(bare({ propertyNames: names })), node, false);
}

/** The schema that decides by one of two others. */
export function conditional(condition: Checkable, then: Checkable, otherwise: Checkable): Node {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, and no promise
  return bare({ if: condition, then, else: otherwise });
}

/** An object that inherits nothing, as every node must be. */
export function bare(keywords: Node): Node {
  return Object.assign(Object.create(null), keywords) as Node;
}
