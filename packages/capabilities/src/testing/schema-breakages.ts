import { isList, isObject, typeOf, type JsonType } from '../contract/schema/json-types.js';
import { keysOf } from '../contract/schema/site.js';
import { held } from '../contract/schema/subschemas.js';
import type { Json } from '../internal/json.js';
import { isNamed } from './schema-alternatives.js';
import { BREAKERS, SAMPLES } from './schema-breakers.js';
import type { Reading } from './schema-reading.js';

/** A value with one rule broken: which, and the value. */
export interface Breakage {
  readonly value: Json;
  readonly broken: string;
}

/**
 * Lists ways to break a value that fits: each breaks a rule that has to hold whatever else does.
 * Branches of unions and sides of conditions are left alone, since another one might fit then.
 */
export function breakages(pointer: string, value: Json, reading: Reading): readonly Breakage[] {
  const schema = reading.composition.at(pointer);
  const target = reading.graph.references.get(pointer);
  return [
    ...wrongTypes(pointer, reading),
    ...Object.entries(schema).flatMap(([keyword, limit]) =>
      (BREAKERS.get(keyword)?.({ limit, value, schema, pointer, reading }) ?? []).map((broken) => ({
        value: broken,
        broken: keyword,
      })),
    ),
    ...(target === undefined ? [] : breakages(target, value, reading)),
    ...held(schema).flatMap(({ keyword, path }) =>
      keyword === 'allOf'
        ? breakages(`${pointer}${path}`, value, reading)
        : broken(keyword, path, pointer, value, reading),
    ),
  ];
}

/** Breaks one property or element of a value. */
function broken(
  keyword: string,
  path: string,
  pointer: string,
  value: Json,
  reading: Reading,
): readonly Breakage[] {
  const within = (part: Json | undefined, put: (part: Json) => Json): readonly Breakage[] =>
    part === undefined
      ? []
      : breakages(`${pointer}${path}`, part, reading).map((one) => ({
          ...one,
          value: put(one.value),
        }));
  const key = keysOf(path)[1] ?? '';
  if (keyword === 'properties' && isObject(value) && Object.hasOwn(value, key))
    return within(value[key], (part) => ({ ...value, [key]: part }));
  if (keyword === 'prefixItems' && isList(value))
    return within(value[Number(key)], (part) => value.with(Number(key), part));
  const prefix = reading.composition.at(pointer)['prefixItems'];
  const first = isList(prefix) ? prefix.length : 0;
  if (keyword === 'items' && isList(value))
    return within(value[first], (part) => value.with(first, part));
  if (keyword === 'additionalProperties' && isObject(value)) {
    const schema = reading.composition.at(pointer);
    const name = Object.keys(value).find((own) => !isNamed(own, schema));
    return name === undefined ? [] : within(value[name], (part) => ({ ...value, [name]: part }));
  }
  return [];
}

function wrongTypes(pointer: string, reading: Reading): readonly Breakage[] {
  const types = reading.composition.types(pointer);
  return SAMPLES.filter((sample) => !isOneOf(sample, types)).map((value) => ({
    value,
    broken: 'type',
  }));
}

function isOneOf(sample: Json, types: ReadonlySet<JsonType>): boolean {
  const type = typeOf(sample);
  return type !== undefined && (types.has(type) || (type === 'integer' && types.has('number')));
}
