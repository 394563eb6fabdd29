import type { Json, JsonObject } from '../../internal/json.js';

/** The seven types of JSON Schema. */
export const JSON_TYPES = Object.freeze([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
] as const);

export type JsonType = (typeof JSON_TYPES)[number];

/** A schema after it has been read: an object, or one of the two that say yes or no to everything. */
export type Schema = JsonObject | boolean;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const isList: (value: unknown) => value is readonly Json[] = Array.isArray;

/** The texts of a list, such as `required` holds; none for anything else. */
export function textsOf(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter((part) => typeof part === 'string') : [];
}

/**
 * Builds an object that inherits nothing. Schemas are read with `schema['keyword']`, and a polluted
 * `Object.prototype` must not add keywords to them.
 */
export function record(entries: Iterable<readonly [string, Json]>): JsonObject {
  const made = Object.create(null) as { [key: string]: Json };
  for (const [key, value] of entries) made[key] = value;
  return made;
}

/** Copies a schema without some of its keywords. */
export function without(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return record(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** Copies a schema with keywords added or replaced. */
export function withKeywords(
  schema: JsonObject,
  added: Iterable<readonly [string, Json]>,
): JsonObject {
  return record([...Object.entries(schema), ...added]);
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isObject(value);
}

export function isJsonType(value: unknown): value is JsonType {
  return (JSON_TYPES as readonly unknown[]).includes(value);
}

/** Lists the types a schema itself declares; undefined when it declares none. */
export function declaredTypes(schema: JsonObject): readonly JsonType[] | undefined {
  const stated = schema['type'];
  if (isJsonType(stated)) return [stated];
  return isList(stated) ? stated.filter(isJsonType) : undefined;
}

/** Names the type of a JSON value; a whole number is an `integer`. */
export function typeOf(value: unknown): JsonType | undefined {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return isJsonType(typeof value) ? (typeof value as JsonType) : undefined;
}
