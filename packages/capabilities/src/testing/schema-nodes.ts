import * as fc from 'fast-check';
import {
  declaredTypes,
  isList,
  isObject,
  JSON_TYPES,
  textsOf,
  type JsonType,
} from '../contract/schema/json-types.js';
import type { Json, JsonObject } from '../internal/json.js';
import { isNamed } from './schema-alternatives.js';
import { matches, texts } from './schema-texts.js';

/** One of the schemas a value has to fit at once. */
export type Node = readonly [pointer: string, schema: JsonObject];

/** The values that `const` and `enum` list, where there is one. */
export function listedValues(nodes: readonly Node[]): readonly Json[] | undefined {
  for (const [, schema] of nodes) {
    if (schema['const'] !== undefined) return [schema['const']];
    if (isList(schema['enum'])) return schema['enum'];
  }
  return undefined;
}

const SIMPLEST_FIRST: readonly JsonType[] = [
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
];

export function typesOf(nodes: readonly Node[]): readonly JsonType[] {
  const declared = nodes.map(([, schema]) => declaredTypes(schema) ?? JSON_TYPES);
  return SIMPLEST_FIRST.filter((type) =>
    declared.every(
      (types) => types.includes(type) || (type === 'integer' && types.includes('number')),
    ),
  );
}

export function numbers(type: 'integer' | 'number', nodes: readonly Node[]): fc.Arbitrary<Json> {
  const exclusive = {
    min: largest(nodes, 'exclusiveMinimum', -Infinity),
    max: smallest(nodes, 'exclusiveMaximum', Infinity),
  };
  const min = Math.max(largest(nodes, 'minimum', -Infinity), exclusive.min);
  const max = Math.min(smallest(nodes, 'maximum', Infinity), exclusive.max);
  const units = nodes.flatMap(([, schema]) => schema['multipleOf'] ?? []).map(Number);
  const unit = units.length === 0 && type === 'integer' ? 1 : units.reduce((a, b) => a * b, 1);
  if (units.length === 0 && type === 'number')
    return fc
      .double({
        min: Math.max(min, -1e9),
        max: Math.min(max, 1e9),
        minExcluded: exclusive.min === min && min > -1e9,
        maxExcluded: exclusive.max === max && max < 1e9,
        noNaN: true,
      })
      .map((number) => (number === 0 ? 0 : number));
  const nearest = Number.isFinite(min) ? min : Number.isFinite(max) ? max : 0;
  const low = Math.ceil(Math.max(min, nearest - 1_000 * unit) / unit);
  const high = Math.floor(Math.min(max, nearest + 1_000 * unit) / unit);
  // Multiplied as decimals are: 3 × 0.1 is to be 0.3.
  const scaled = (count: number): number => Number((count * unit).toPrecision(15));
  return low > high
    ? fc.constant(scaled(low))
    : fc.integer({ min: low, max: high }).map((count) => scaled(count));
}

export function textValues(nodes: readonly Node[]): fc.Arbitrary<Json> {
  const stated = (keyword: string): string | undefined =>
    nodes.flatMap(([, schema]) => schema[keyword] ?? []).find((value) => typeof value === 'string');
  return texts({
    minLength: largest(nodes, 'minLength', 0),
    maxLength: smallest(nodes, 'maxLength', Infinity),
    pattern: stated('pattern'),
    format: stated('format'),
  });
}

export function extraNames(nodes: readonly Node[]): fc.Arbitrary<string> {
  const sources = nodes.flatMap(([, schema]) =>
    isObject(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : [],
  );
  const allowed = nodes.flatMap(([, schema]) => {
    const names = schema['propertyNames'];
    return isObject(names) ? textsOf(names['enum']) : [];
  });
  const patterned = nodes.flatMap(([, schema]) => {
    const names = schema['propertyNames'];
    return isObject(names) && typeof names['pattern'] === 'string'
      ? [matches(names['pattern'])]
      : [];
  });
  if (allowed.length > 0) return fc.constantFrom(...allowed);
  return fc.oneof(
    ...patterned,
    ...sources.map((source) => matches(source)),
    fc.stringMatching(/^[a-z]{1,6}$/),
    fc.constantFrom('constructor', 'toString', 'é', 'a b', '0'),
  );
}

/** Whether anything but named properties may be there. */
export function isOpen(nodes: readonly Node[]): boolean {
  return nodes.every(
    ([, schema]) =>
      schema['additionalProperties'] !== false || schema['patternProperties'] !== undefined,
  );
}

export function isLetIn(name: string, nodes: readonly Node[]): boolean {
  const isClosed = nodes.some(([, schema]) => schema['unevaluatedProperties'] === false);
  const isSeen = nodes.some(
    ([, schema]) => isNamed(name, schema) || schema['additionalProperties'] !== undefined,
  );
  return !isClosed || isSeen;
}

export function largest(nodes: readonly Node[], keyword: string, otherwise: number): number {
  return Math.max(otherwise, ...nodes.flatMap(([, schema]) => schema[keyword] ?? []).map(Number));
}

export function smallest(nodes: readonly Node[], keyword: string, otherwise: number): number {
  return Math.min(otherwise, ...nodes.flatMap(([, schema]) => schema[keyword] ?? []).map(Number));
}
