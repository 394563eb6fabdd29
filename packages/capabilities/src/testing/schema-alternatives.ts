import { isObject } from '../contract/schema/json-types.js';
import type { JsonObject } from '../internal/json.js';
import { held } from '../contract/schema/subschemas.js';
import type { Reading } from './schema-reading.js';

/** More ways than these to combine unions are not tried. */
const MAX_ALTERNATIVES = 24;

/** Schemas, by pointer, that a value has to fit all at once. */
export type Demand = readonly string[];

/**
 * Lists the ways to satisfy some schemas at once: references followed, parts joined, one branch
 * taken of each union, one side of each condition. What stands under `not` is left to a filter.
 */
export function alternatives(pointers: Demand, reading: Reading): readonly Demand[] {
  return pointers
    .map((pointer) => waysOf(pointer, reading))
    .reduce((all, ways) => crossed(all, ways), [[]])
    .map((demand) => [...new Set(demand)]);
}

function waysOf(pointer: string, reading: Reading): readonly Demand[] {
  const schema = reading.graph.schemas.get(pointer);
  if (schema === false) return [];
  if (!isObject(schema)) return [[]];
  let ways: readonly Demand[] = [[pointer]];
  const target = reading.graph.references.get(pointer);
  if (target !== undefined) ways = crossed(ways, waysOf(target, reading));
  const within = (keyword: string): readonly (readonly Demand[])[] =>
    held(schema)
      .filter((part) => part.keyword === keyword)
      .map((part) => waysOf(`${pointer}${part.path}`, reading));
  for (const part of within('allOf')) ways = crossed(ways, part);
  for (const union of ['anyOf', 'oneOf']) {
    const branches = within(union);
    if (branches.length > 0) ways = crossed(ways, branches.flat());
  }
  return schema['if'] === undefined ? ways : crossed(ways, sidesOf(within));
}

/** Either the condition and what then holds, or what holds otherwise. */
function sidesOf(within: (keyword: string) => readonly (readonly Demand[])[]): readonly Demand[] {
  const one = (keyword: string): readonly Demand[] => within(keyword)[0] ?? [[]];
  return [...crossed(one('if'), one('then')), ...one('else')];
}

function crossed(some: readonly Demand[], others: readonly Demand[]): readonly Demand[] {
  const all = some.flatMap((one) => others.map((other) => [...one, ...other]));
  return all.slice(0, MAX_ALTERNATIVES);
}

/** Where a property of an object, or an element of a list, is described by some schemas. */
export function demandOn(
  key: string | number,
  nodes: readonly (readonly [pointer: string, schema: JsonObject])[],
): Demand {
  return nodes.flatMap(([pointer, schema]) =>
    held(schema)
      .filter((part) =>
        typeof key === 'number'
          ? isForItem(part.path, key, schema)
          : isForName(part.path, key, schema),
      )
      .map((part) => `${pointer}${part.path}`),
  );
}

function isForItem(path: string, index: number, schema: JsonObject): boolean {
  const prefix = schema['prefixItems'];
  const length = Array.isArray(prefix) ? prefix.length : 0;
  if (path === `/prefixItems/${index}`) return true;
  return (
    index >= length &&
    (path === '/items' || (path === '/unevaluatedItems' && schema['items'] === undefined))
  );
}

function isForName(path: string, name: string, schema: JsonObject): boolean {
  const [, keyword = '', key = ''] = path.split('/').map(unescaped);
  if (keyword === 'properties') return key === name;
  if (keyword === 'patternProperties') return new RegExp(key, 'u').test(name);
  return keyword === 'additionalProperties' && !isNamed(name, schema);
}

/** Whether a schema itself describes a property, by name or by pattern. */
export function isNamed(name: string, schema: JsonObject): boolean {
  const { properties, patternProperties } = schema;
  if (isObject(properties) && properties[name] !== undefined) return true;
  return (
    isObject(patternProperties) &&
    Object.keys(patternProperties).some((source) => new RegExp(source, 'u').test(name))
  );
}

const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');
