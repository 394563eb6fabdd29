import type { JsonObject } from '../../internal/json.js';
import { isObject, type Schema } from './json-types.js';
import { at, refuse, type Site } from './site.js';
import { held } from './subschemas.js';

/** A name that a nested schema may give itself, and that a `$ref` may use. TypeBox writes `T0`, `Node`. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** How many schemas may be applied to one value through one another. */
const MAX_CHAIN = 128;

/** Every schema within a schema, by JSON pointer, and where each reference leads. */
export interface Graph {
  readonly schemas: ReadonlyMap<string, Schema>;
  /** From the pointer of a schema with a `$ref` to the pointer of what it refers to. */
  readonly references: ReadonlyMap<string, string>;
  /** The same, from the schema itself. */
  readonly targets: ReadonlyMap<JsonObject, string>;
}

/**
 * Finds every schema within a schema and resolves every `$ref`.
 *
 * A reference is `#`, a JSON pointer `#/…` to a schema of this document, or the name that exactly
 * one schema of it has in `$id`. Nothing is ever fetched.
 *
 * @throws ContractError — for a reference that leads nowhere, elsewhere, or back to itself without
 *   passing a property or an element.
 */
export function buildGraph(root: JsonObject, site: Site): Graph {
  const schemas = new Map<string, Schema>();
  collect(root, '', schemas);
  const names = namedSchemas(schemas, site);
  const references = new Map<string, string>();
  const targets = new Map<JsonObject, string>();
  for (const [pointer, schema] of schemas) {
    if (!isObject(schema) || typeof schema['$ref'] !== 'string') continue;
    const target = resolve(schema['$ref'], pointer, { schemas, names, site });
    references.set(pointer, target);
    targets.set(schema, target);
  }
  const graph = { schemas, references, targets };
  refuseLoops(graph, site);
  return graph;
}

function collect(schema: Schema, pointer: string, schemas: Map<string, Schema>): void {
  schemas.set(pointer, schema);
  if (!isObject(schema)) return;
  for (const part of held(schema)) collect(part.schema, `${pointer}${part.path}`, schemas);
}

function namedSchemas(schemas: ReadonlyMap<string, Schema>, site: Site): Map<string, string> {
  const names = new Map<string, string>();
  for (const [pointer, schema] of schemas) {
    const name = isObject(schema) ? schema['$id'] : undefined;
    if (typeof name !== 'string') continue;
    const place = at(pointer, '$id');
    if (name.includes('#') || (pointer !== '' && !NAME.test(name)))
      refuse(site, place, 'write a plain name of letters, digits, `_` and `-`');
    if (names.has(name)) refuse(site, place, 'another schema here has the same `$id`');
    names.set(name, pointer);
  }
  return names;
}

interface Resolving {
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly names: ReadonlyMap<string, string>;
  readonly site: Site;
}

function resolve(ref: string, from: string, { schemas, names, site }: Resolving): string {
  const place = at(from, '$ref');
  const named = names.get(ref);
  if (named !== undefined) return named;
  if (ref !== '#' && !ref.startsWith('#/'))
    return refuse(site, place, 'it leads out of this schema: write `#/$defs/name`');
  // A schema with its own `$id` starts a document of its own, in which `#` means that schema.
  if ([...names.values()].some((pointer) => pointer !== '' && isWithin(from, pointer)))
    return refuse(site, place, 'within a schema that has an `$id`, refer by name');
  const target = decoded(ref.slice(1));
  return target !== undefined && schemas.has(target)
    ? target
    : refuse(site, place, 'it leads to no schema: write `#/$defs/name`');
}

/** The pointer of a URI fragment, escaped as this module escapes it. */
function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function isWithin(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}

/**
 * A circle of schemas applied to one and the same value would never come to an answer, and a very
 * long chain of them would exhaust the stack.
 */
function refuseLoops({ schemas, references }: Graph, site: Site): void {
  const heights = new Map<string, number>();
  const heightOf = (pointer: string, depth: number): number => {
    const known = heights.get(pointer);
    if (known === 0)
      refuse(site, pointer, 'it refers to itself for the same value: put a property between');
    if (known !== undefined && depth + known <= MAX_CHAIN) return known;
    if (depth > MAX_CHAIN)
      refuse(site, pointer, `more than ${MAX_CHAIN} schemas refer to each other`);
    heights.set(pointer, 0);
    const schema = schemas.get(pointer);
    const inPlace = isObject(schema) ? held(schema).filter(isInPlace) : [];
    const next = inPlace.map((part) => `${pointer}${part.path}`);
    const target = references.get(pointer);
    if (target !== undefined) next.push(target);
    const height = 1 + Math.max(0, ...next.map((part) => heightOf(part, depth + 1)));
    heights.set(pointer, height);
    return height;
  };
  for (const pointer of schemas.keys()) heightOf(pointer, 0);
}

/** Whether a held schema is applied to the very value its holder is applied to. */
function isInPlace(part: { readonly keyword: string; readonly relation: string }): boolean {
  return (
    part.relation === 'part' ||
    part.relation === 'branch' ||
    (part.relation === 'condition' && part.keyword !== 'contains')
  );
}
