import type { Json, JsonObject } from '../../internal/json.js';
import { findFormat, formatRemedy } from './formats.js';
import { declaredTypes, isList, isObject, isSchema, type JsonType } from './json-types.js';
import { BOUND_PAIRS, KEYWORD_REMEDIES, KEYWORDS, type Keyword } from './keywords.js';
import { at, refuse, type Site } from './site.js';
import { held, holdsSchemas } from './subschemas.js';

/**
 * Refuses every schema in which a keyword would be ignored, misread or never satisfied.
 *
 * A validator built from a schema that has not passed here may answer yes to everything: unknown
 * types, formats and mistyped keywords are no errors to it.
 *
 * @throws ContractError — at the first fault, in the order of the schema.
 */
export function lintSchema(schema: Json, pointer: string, site: Site): void {
  if (typeof schema === 'boolean') return;
  if (!isObject(schema)) refuse(site, pointer, 'it is not a schema: write an object');
  for (const [name, value] of Object.entries(schema)) {
    const keyword = KEYWORDS.get(name);
    if (keyword === undefined)
      refuse(
        site,
        at(pointer, name),
        `unknown keyword: ${KEYWORD_REMEDIES.get(name) ?? 'remove it'}`,
      );
    lintKeyword(keyword, name, value, { schema, pointer, site });
  }
  lintBounds(schema, pointer, site);
  lintDetails(schema, pointer, site);
  for (const part of held(schema)) lintSchema(part.schema, `${pointer}${part.path}`, site);
}

interface Place {
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly site: Site;
}

function lintKeyword(
  keyword: Keyword,
  name: string,
  value: Json,
  { schema, pointer, site }: Place,
): void {
  const place = at(pointer, name);
  if (!keyword.fits(value))
    refuse(site, holdsSchemas(name) ? firstMisfit(value, place) : place, keyword.wanted);
  const types = declaredTypes(schema);
  if (keyword.types !== undefined && types !== undefined && !overlap(keyword.types, types))
    refuse(site, place, 'it says nothing about the declared type: remove one of the two');
  if (keyword.needs !== undefined && schema[keyword.needs] === undefined)
    refuse(site, place, `it says nothing without \`${keyword.needs}\`: remove it or add that`);
}

/** Points at the schema within a list or map that is none, so that the message is about it. */
function firstMisfit(value: Json, place: string): string {
  if (!isObject(value) && !isList(value)) return place;
  const misfit = Object.entries(value).find(([, part]) => !isSchema(part));
  return misfit === undefined ? place : at(place, misfit[0]);
}

function overlap(some: readonly JsonType[], others: readonly JsonType[]): boolean {
  return some.some((type) => others.includes(type));
}

function lintBounds(schema: JsonObject, pointer: string, site: Site): void {
  for (const [low, high] of BOUND_PAIRS) {
    const [least, most] = [schema[low], schema[high]];
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      refuse(site, at(pointer, low), `it is above \`${high}\`: nothing would fit`);
  }
  if (schema['if'] !== undefined && schema['then'] === undefined && schema['else'] === undefined)
    refuse(site, at(pointer, 'if'), 'it says nothing without `then` or `else`');
}

function lintDetails(schema: JsonObject, pointer: string, site: Site): void {
  const { format, pattern, maxLength } = schema;
  if (typeof format === 'string' && findFormat(format) === undefined)
    refuse(site, at(pointer, 'format'), `the format is not checked here: ${formatRemedy(format)}`);
  if (pattern !== undefined && maxLength === undefined)
    refuse(site, at(pointer, 'pattern'), 'a pattern needs `maxLength` beside it');
}
