import type { JsonObject } from '../../internal/json.js';
import { declaredTypes, isObject, JSON_TYPES, record, type JsonType } from './json-types.js';
import { KEYWORDS } from './keywords.js';
import type { Graph } from './references.js';
import { at } from './site.js';
import { held } from './subschemas.js';

/** Answers what a schema says together with all that is applied to the same value. */
export interface Composition {
  /** The schema at a pointer; one that says nothing where that is true or false. */
  at(pointer: string): JsonObject;
  /** A schema, its parts and its branches, through references. */
  parts(pointer: string): readonly string[];
  /** The types a value can have where the schema fits it, as far as declarations say. */
  types(pointer: string): ReadonlySet<JsonType>;
  /** Whether every text or list that fits has a stated length. */
  isBounded(pointer: string, keyword: 'maxLength' | 'maxItems'): boolean;
  /**
   * Where each property, and the elements of a list, are described. The branches of one union are
   * alternatives: of each, the branch that describes the most is taken.
   */
  descriptions(pointer: string): ReadonlyMap<string, ReadonlySet<string>>;
}

/** Whether a schema itself says anything about values of a type. */
export function mentions(schema: JsonObject, type: JsonType): boolean {
  if (declaredTypes(schema)?.includes(type) === true) return true;
  return Object.keys(schema).some((keyword) => KEYWORDS.get(keyword)?.types?.includes(type));
}

/** Reads the compositions of a graph. Each answer is found once, however often schemas refer to it. */
export function readCompositions(graph: Graph): Composition {
  const objectAt = (pointer: string): JsonObject => {
    const schema = graph.schemas.get(pointer);
    return isObject(schema) ? schema : record([]);
  };

  /** The schemas applied to the same value directly, by the keyword that applies them. */
  const applied = (pointer: string): ReadonlyMap<string, readonly string[]> => {
    const found = new Map<string, readonly string[]>();
    for (const { keyword, relation, path } of held(objectAt(pointer))) {
      if (relation === 'part' || relation === 'branch')
        found.set(keyword, [...(found.get(keyword) ?? []), `${pointer}${path}`]);
    }
    const target = graph.references.get(pointer);
    if (target !== undefined) found.set('$ref', [target]);
    return found;
  };

  const parts = (pointer: string): readonly string[] => {
    const found = new Set<string>();
    const visit = (place: string): void => {
      if (found.has(place)) return;
      found.add(place);
      for (const places of applied(place).values()) places.forEach(visit);
    };
    visit(pointer);
    return [...found];
  };

  const types = memoized((pointer): ReadonlySet<JsonType> => {
    if (graph.schemas.get(pointer) === false) return new Set();
    let possible = new Set(declaredTypes(objectAt(pointer)) ?? JSON_TYPES);
    if (possible.has('number')) possible.add('integer'); // every whole number is a number
    for (const [keyword, places] of applied(pointer)) {
      if (isConditional(keyword)) continue;
      const each = places.map(types);
      const allowed = isUnion(keyword) ? [new Set(each.flatMap((some) => [...some]))] : each;
      for (const some of allowed)
        possible = new Set([...possible].filter((type) => some.has(type)));
    }
    return possible;
  });

  const isBounded = (pointer: string, keyword: 'maxLength' | 'maxItems'): boolean => {
    const answers = memoized((place): boolean => {
      const schema = objectAt(place);
      if (schema[keyword] !== undefined || isListed(schema)) return true;
      if (!types(place).has(keyword === 'maxLength' ? 'string' : 'array')) return true;
      if (keyword === 'maxItems' && schema['items'] === false) return true;
      return [...applied(place)].some(([holder, places]) => {
        if (isConditional(holder)) return false;
        return isUnion(holder) ? places.every(answers) : places.some(answers);
      });
    });
    return answers(pointer);
  };

  const descriptions = memoized((pointer): ReadonlyMap<string, ReadonlySet<string>> => {
    const found = ownDescriptions(objectAt(pointer), pointer);
    const add = (key: string, places: ReadonlySet<string>): void => {
      found.set(key, new Set([...(found.get(key) ?? []), ...places]));
    };
    for (const [keyword, places] of applied(pointer)) {
      const each = places.map(descriptions);
      if (!isUnion(keyword)) each.forEach((some) => some.forEach((where, key) => add(key, where)));
      else largest(each).forEach((where, key) => add(key, where));
    }
    return found;
  });

  return { at: objectAt, parts, types, isBounded, descriptions };
}

/** Whether a schema lists the values that fit, so that their size is known. */
export function isListed(schema: JsonObject): boolean {
  return schema['enum'] !== undefined || schema['const'] !== undefined;
}

const isUnion = (keyword: string): boolean => keyword === 'anyOf' || keyword === 'oneOf';
/** These are applied to some values only, so that they limit nothing by themselves. */
const isConditional = (keyword: string): boolean =>
  keyword === 'then' || keyword === 'else' || keyword === 'dependentSchemas';

function memoized<T>(answer: (pointer: string) => T): (pointer: string) => T {
  const known = new Map<string, T>();
  return (pointer) => {
    if (!known.has(pointer)) known.set(pointer, answer(pointer));
    return known.get(pointer) as T; // set one line above
  };
}

function ownDescriptions(schema: JsonObject, pointer: string): Map<string, ReadonlySet<string>> {
  const places = new Map<string, ReadonlySet<string>>();
  const properties = schema['properties'];
  if (isObject(properties)) {
    for (const name of Object.keys(properties))
      places.set(`property ${name}`, new Set([at(`${pointer}/properties`, name)]));
  }
  if (isObject(schema['items'])) places.set('items', new Set([`${pointer}/items`]));
  return places;
}

function largest(
  each: readonly ReadonlyMap<string, ReadonlySet<string>>[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const some of each)
    some.forEach((where, key) => {
      if ((found.get(key)?.size ?? 0) < where.size) found.set(key, where);
    });
  return found;
}
