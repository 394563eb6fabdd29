import { multipleOf, oneOfValues, type Rule } from '../contract/schema/exact-rules.js';
import { isList, isObject, textsOf } from '../contract/schema/json-types.js';
import type { Json, JsonObject } from '../internal/json.js';
import { isNamed } from './schema-alternatives.js';
import type { Reading } from './schema-reading.js';

/** Larger values than these are not built only to be one too large. */
const MAX_BUILT = 10_000;

/** A value of each type. */
export const SAMPLES: readonly Json[] = [null, true, 7, 1.5, 'text', ['item'], { key: 'value' }];

/** A keyword to be broken: its own value, the value that fits, and what is around. */
export interface Breaking {
  readonly limit: Json;
  readonly value: Json;
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly reading: Reading;
}

type Breaker = (breaking: Breaking) => readonly Json[];

const firstBroken = (samples: readonly Json[], rule: Rule): readonly Json[] =>
  samples.filter((sample) => !rule(sample)).slice(0, 1);
const ifNumber = (value: Json, broken: (value: number) => readonly number[]): readonly Json[] =>
  typeof value === 'number' ? broken(value) : [];
const ifList = (
  value: Json,
  broken: (value: readonly Json[]) => readonly Json[],
): readonly Json[] => (isList(value) ? broken(value) : []);
const ifObject = (value: Json, broken: (value: JsonObject) => readonly Json[]): readonly Json[] =>
  isObject(value) ? broken(value) : [];
const ifText = (value: Json, broken: (value: string) => readonly Json[]): readonly Json[] =>
  typeof value === 'string' ? broken(value) : [];
const without = (value: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([own]) => own !== name));

const TEXTS: readonly string[] = ['', '\u0000', 'x', '!!', 'javascript:alert(1)', '../x', '0'];

const TABLE: { readonly [keyword: string]: Breaker } = {
  const: ({ limit }) => firstBroken(SAMPLES, oneOfValues([limit])),
  enum: ({ limit }) =>
    firstBroken([...SAMPLES, 'not listed'], oneOfValues(isList(limit) ? limit : [])),
  minimum: ({ value, limit }) => ifNumber(value, () => below(Number(limit))),
  maximum: ({ value, limit }) => ifNumber(value, () => above(Number(limit))),
  exclusiveMinimum: ({ value, limit }) => ifNumber(value, () => [Number(limit)]),
  exclusiveMaximum: ({ value, limit }) => ifNumber(value, () => [Number(limit)]),
  multipleOf: ({ value, limit }) =>
    ifNumber(value, (number) => {
      const near = [number + 1, number + Number(limit) / 2, number + 1e-7];
      return firstBroken(near, multipleOf(Number(limit))) as readonly number[];
    }),
  minLength: ({ value, limit }) =>
    ifText(value, (text) =>
      limit === 0
        ? []
        : [
            Array.from(text)
              .slice(0, Number(limit) - 1)
              .join(''),
          ],
    ),
  maxLength: ({ value, limit }) =>
    ifText(value, () => (Number(limit) > MAX_BUILT ? [] : ['x'.repeat(Number(limit) + 1)])),
  pattern: brokenText,
  format: brokenText,
  minItems: ({ value, limit }) =>
    ifList(value, (list) => (limit === 0 ? [] : [list.slice(0, Number(limit) - 1)])),
  maxItems: ({ value, limit }) =>
    ifList(value, (list) =>
      Number(limit) > MAX_BUILT
        ? []
        : [Array.from({ length: Number(limit) + 1 }, (_, index) => list[index] ?? list[0] ?? null)],
    ),
  uniqueItems: ({ value, limit }) =>
    ifList(value, (list) => (limit === true && list[0] !== undefined ? [[...list, list[0]]] : [])),
  contains: ({ value, schema }) => ifList(value, () => (schema['minContains'] === 0 ? [] : [[]])),
  items: ({ value, limit, schema }) =>
    ifList(value, (list) => {
      const prefix = isList(schema['prefixItems']) ? schema['prefixItems'].length : 0;
      if (limit !== false) return [];
      return [Array.from({ length: prefix + 1 }, (_, index) => list[index] ?? null)];
    }),
  required: ({ value, limit }) =>
    ifObject(value, (object) => textsOf(limit).map((name) => without(object, name))),
  dependentRequired: ({ value, limit }) =>
    ifObject(value, (object) =>
      Object.entries(isObject(limit) ? limit : {})
        .filter(([name]) => Object.hasOwn(object, name))
        .flatMap(([name, names]) => textsOf(names).filter((other) => other !== name))
        .map((name) => without(object, name)),
    ),
  additionalProperties: ({ value, limit, schema }) =>
    ifObject(value, (object) =>
      limit === false ? unnamed([schema]).map((name) => ({ ...object, [name]: null })) : [],
    ),
  unevaluatedProperties: ({ value, limit, pointer, reading }) =>
    ifObject(value, (object) => {
      const parts = reading.composition.parts(pointer).map((part) => reading.composition.at(part));
      const isOpen = parts.some((part) => (part['additionalProperties'] ?? false) !== false);
      if (limit !== false || isOpen) return [];
      return unnamed(parts).map((name) => ({ ...object, [name]: null }));
    }),
  propertyNames: ({ value, limit }) =>
    ifObject(value, (object) => {
      const most = isObject(limit)
        ? Number(limit['maxLength'] ?? Infinity)
        : limit === false
          ? 0
          : Infinity;
      return most > MAX_BUILT ? [] : [{ ...object, ['n'.repeat(most + 1)]: null }];
    }),
  minProperties: ({ value, limit }) => ifObject(value, () => (limit === 0 ? [] : [{}])),
  maxProperties: ({ value, limit }) =>
    ifObject(value, (object) => {
      if (Number(limit) > MAX_BUILT) return [];
      const names = Array.from({ length: Number(limit) + 1 }, (_, index) => `extra${index}`);
      return [{ ...object, ...Object.fromEntries(names.map((name) => [name, null])) }];
    }),
};

/** How to break each keyword that decides something by itself. */
export const BREAKERS: ReadonlyMap<string, Breaker> = new Map(Object.entries(TABLE));

function brokenText({ value, schema, reading }: Breaking): readonly Json[] {
  const keyword = ['pattern', 'format'] as const;
  return ifText(value, (text) =>
    [...TEXTS, `${text}\u0000`, `${text}!`].filter(
      (sample) =>
        reading.checker.withinLimit(sample, () =>
          reading.checker.fitsRules(schema, keyword, sample),
        ) !== true,
    ),
  ).slice(0, 2);
}

/** A number just below another one, unless it is too large to tell them apart. */
function below(limit: number): readonly number[] {
  return limit - 1 < limit ? [limit - 1] : [];
}

function above(limit: number): readonly number[] {
  return limit + 1 > limit ? [limit + 1] : [];
}

/** A name that none of some schemas knows. */
function unnamed(schemas: readonly JsonObject[]): readonly string[] {
  return ['unknownKey', 'zz', '9 €', 'q'.repeat(40)]
    .filter((name) => !schemas.some((schema) => isNamed(name, schema)))
    .slice(0, 1);
}
