import type { Json, JsonObject } from '../../internal/json.js';
import type { Checker } from './checker.js';
import { declaredTypes, isObject, typeOf, type Schema } from './json-types.js';
import type { Graph } from './references.js';

/**
 * Finds the one branch of a union that a value was meant for; undefined when nothing tells.
 *
 * A branch is told by the constants it gives to properties, such as `kind`, or else by its type.
 */
export function meantBranch(
  branches: readonly Schema[],
  value: Json,
  graph: Graph,
  checker: Checker,
): Schema | undefined {
  const tagged = branches.filter((branch) => {
    const tags = tagsOf(resolved(branch, graph), graph);
    return tags.length > 0 && tags.every(([name, tag]) => hasTag(value, name, tag, checker));
  });
  if (tagged.length === 1) return tagged[0];
  const typed = branches.filter((branch) => isOfType(resolved(branch, graph), value));
  return typed.length === 1 ? typed[0] : undefined;
}

function hasTag(value: Json, name: string, tag: JsonObject, checker: Checker): boolean {
  return isObject(value) && Object.hasOwn(value, name) && checker.fitsPart(tag, value[name]);
}

/** The properties of a branch that list the values they may have. */
function tagsOf(branch: Schema, graph: Graph): readonly (readonly [string, JsonObject])[] {
  const properties = isObject(branch) ? branch['properties'] : undefined;
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const tag = resolved(property as Schema, graph); // accepted: each property is a schema
    const isTag = isObject(tag) && (tag['const'] !== undefined || tag['enum'] !== undefined);
    return isTag ? [[name, tag] as const] : [];
  });
}

function isOfType(branch: Schema, value: Json): boolean {
  const types = isObject(branch) ? declaredTypes(branch) : undefined;
  const type = typeOf(value);
  if (types === undefined || type === undefined) return false;
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** What a chain of references leads to. Chains end: a circle of them is refused at definition. */
function resolved(schema: Schema, graph: Graph): Schema {
  let found = schema;
  let target = targetOf(found, graph);
  while (target !== undefined) {
    found = target;
    target = targetOf(found, graph);
  }
  return found;
}

function targetOf(schema: Schema, graph: Graph): Schema | undefined {
  const target = isObject(schema) ? graph.targets.get(schema) : undefined;
  return target === undefined ? undefined : graph.schemas.get(target);
}
