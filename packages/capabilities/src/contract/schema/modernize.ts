import type { Json, JsonObject } from '../../internal/json.js';
import {
  isList,
  isObject,
  isSchema,
  record,
  withKeywords,
  without,
  type Schema,
} from './json-types.js';
import { at, refuse, type Site } from './site.js';
import { mapHeld } from './subschemas.js';

/** The dialect every accepted schema is in. */
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

type Stated = '2020-12' | 'draft-07' | undefined;

const DIALECTS: ReadonlyMap<string, Stated> = new Map([
  [DIALECT, '2020-12'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft-07/schema', 'draft-07'],
]);

/** Keywords that draft-07 ignores, so that a draft-07 author cannot mean them. */
const UNKNOWN_TO_DRAFT_07 = [
  'prefixItems',
  'unevaluatedItems',
  'unevaluatedProperties',
  'dependentRequired',
  'dependentSchemas',
  'minContains',
  'maxContains',
] as const;

/** All that may stand beside a `$ref` in draft-07, which ignores its neighbours. */
const BESIDE_REF: ReadonlySet<string> = new Set([
  '$ref',
  '$schema',
  '$defs',
  'definitions',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
]);

interface Reading {
  readonly site: Site;
  readonly stated: Stated;
}

/**
 * Writes a schema of draft-07, or one in the older forms that TypeBox still writes, as the same
 * schema of 2020-12: `items` as a list, `additionalItems` and `dependencies` have exact successors.
 *
 * @throws ContractError — for another dialect, or for a keyword the stated dialect does not know.
 */
export function modernize(schema: Json, site: Site): Json {
  if (!isObject(schema)) return schema;
  const stated = statedDialect(schema, site);
  const modern = modernizeObject(schema, '', { site, stated });
  return stated === undefined ? modern : withKeywords(modern, [['$schema', DIALECT]]);
}

function statedDialect(schema: JsonObject, site: Site): Stated {
  const uri = schema['$schema'];
  if (uri === undefined) return undefined;
  const stated = typeof uri === 'string' ? DIALECTS.get(uri.replace(/#$/, '')) : undefined;
  return stated ?? refuse(site, '/$schema', 'unknown dialect: write JSON Schema 2020-12');
}

function modernizeObject(schema: JsonObject, pointer: string, reading: Reading): JsonObject {
  const { site, stated } = reading;
  if (pointer !== '' && schema['$schema'] !== undefined)
    refuse(site, at(pointer, '$schema'), 'only the root may state a dialect');
  if (stated === 'draft-07') {
    const modern = UNKNOWN_TO_DRAFT_07.find((keyword) => schema[keyword] !== undefined);
    if (modern !== undefined)
      refuse(site, at(pointer, modern), 'draft-07 ignores it: state the dialect 2020-12');
    const ignored = Object.keys(schema).find((keyword) => !BESIDE_REF.has(keyword));
    if (schema['$ref'] !== undefined && ignored !== undefined)
      refuse(site, at(pointer, ignored), 'draft-07 ignores what stands beside `$ref`: use `allOf`');
  }
  const renamed = renameDependencies(renameItems(schema, pointer, reading), pointer, reading);
  return mapHeld(renamed, (part, path) => modernizePart(part, `${pointer}${path}`, reading));
}

function modernizePart(part: Schema, pointer: string, reading: Reading): Schema {
  return isObject(part) ? modernizeObject(part, pointer, reading) : part;
}

function renameItems(schema: JsonObject, pointer: string, reading: Reading): JsonObject {
  const items = schema['items'];
  if (!isList(items)) return schema;
  refuseIfModern('items', ['prefixItems'], schema, pointer, reading);
  const rest = schema['additionalItems'];
  return withKeywords(without(schema, ['items', 'additionalItems']), [
    ...(items.length === 0 ? [] : [['prefixItems', items] as const]),
    ...(rest === undefined ? [] : [['items', rest] as const]),
  ]);
}

function renameDependencies(schema: JsonObject, pointer: string, reading: Reading): JsonObject {
  const dependencies = schema['dependencies'];
  if (!isObject(dependencies)) return schema;
  const successors = ['dependentRequired', 'dependentSchemas'] as const;
  refuseIfModern('dependencies', successors, schema, pointer, reading);
  const entries = Object.entries(dependencies);
  const required = entries.filter(([, value]) => isList(value));
  const schemas = entries.filter(([, value]) => isSchema(value));
  if (required.length + schemas.length < entries.length)
    refuse(reading.site, at(pointer, 'dependencies'), 'write schemas, or lists of property names');
  return withKeywords(without(schema, ['dependencies']), [
    ...(required.length === 0 ? [] : [['dependentRequired', record(required)] as const]),
    ...(schemas.length === 0 ? [] : [['dependentSchemas', record(schemas)] as const]),
  ]);
}

/** An old form beside its successor, or under a dialect that dropped it, can be read in two ways. */
function refuseIfModern(
  form: string,
  successors: readonly string[],
  schema: JsonObject,
  pointer: string,
  { site, stated }: Reading,
): void {
  const both = successors.some((keyword) => schema[keyword] !== undefined);
  if (stated === '2020-12' || both)
    refuse(
      site,
      at(pointer, form),
      `this form belongs to draft-07: write \`${successors.join('` or `')}\``,
    );
}
