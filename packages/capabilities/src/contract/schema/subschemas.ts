import type { Json, JsonObject } from '../../internal/json.js';
import { isList, isObject, isSchema, record, type Schema } from './json-types.js';
import { at } from './site.js';

/**
 * How a schema within another one is applied:
 * `part` to the same value and always, `branch` to the same value as one of several, `condition`
 * to decide something else, `child` to a property or an element, `name` to each property's name,
 * and `definition` to nothing until something refers to it.
 */
export type Relation = 'part' | 'branch' | 'condition' | 'child' | 'name' | 'definition';

/** The keywords that hold schemas, how they hold them, and to what those are applied. */
const HOLDERS: ReadonlyMap<string, readonly ['one' | 'list' | 'map', Relation]> = new Map([
  ['allOf', ['list', 'part']],
  ['anyOf', ['list', 'branch']],
  ['oneOf', ['list', 'branch']],
  ['not', ['one', 'condition']],
  ['if', ['one', 'condition']],
  ['then', ['one', 'part']],
  ['else', ['one', 'part']],
  ['dependentSchemas', ['map', 'part']],
  ['properties', ['map', 'child']],
  ['patternProperties', ['map', 'child']],
  ['additionalProperties', ['one', 'child']],
  ['unevaluatedProperties', ['one', 'child']],
  ['propertyNames', ['one', 'name']],
  ['items', ['one', 'child']],
  ['prefixItems', ['list', 'child']],
  ['unevaluatedItems', ['one', 'child']],
  ['contains', ['one', 'condition']],
  ['$defs', ['map', 'definition']],
  ['definitions', ['map', 'definition']],
]);

/** Tells whether the value of a keyword is a schema, or a list or object of schemas. */
export function holdsSchemas(keyword: string): boolean {
  return HOLDERS.has(keyword);
}

/** A schema held by another one. */
export interface Held {
  readonly keyword: string;
  readonly relation: Relation;
  /** From the schema that holds it. */
  readonly path: string;
  readonly schema: Schema;
}

/** Lists the schemas directly within a schema, in the order they are written; misshapen ones are left out. */
export function held(schema: JsonObject): readonly Held[] {
  const found: Held[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const holder = HOLDERS.get(keyword);
    if (holder === undefined) continue;
    const [kind, relation] = holder;
    const base = at('', keyword);
    const add = (path: string, part: Json): void => {
      if (isSchema(part)) found.push({ keyword, relation, path, schema: part });
    };
    if (kind === 'one') add(base, value);
    if (kind === 'list' && isList(value))
      value.forEach((part, index) => add(at(base, index), part));
    if (kind === 'map' && isObject(value))
      Object.entries(value).forEach(([key, part]) => add(at(base, key), part));
  }
  return found;
}

/** Copies a schema with each schema directly within it changed. */
export function mapHeld(
  schema: JsonObject,
  change: (part: Schema, path: string) => Schema,
): JsonObject {
  const changed = (value: Json, path: string): Json =>
    isSchema(value) ? change(value, path) : value;
  const entries = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    const kind = HOLDERS.get(keyword)?.[0];
    const base = at('', keyword);
    if (kind === 'one') return [keyword, changed(value, base)];
    if (kind === 'list' && isList(value))
      return [keyword, value.map((part, index) => changed(part, at(base, index)))];
    if (kind === 'map' && isObject(value))
      return [
        keyword,
        record(Object.entries(value).map(([key, part]) => [key, changed(part, at(base, key))])),
      ];
    return [keyword, value];
  });
  return record(entries);
}
