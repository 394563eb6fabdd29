import type { Json, JsonObject } from '../../internal/json.js';
import { closingKeyword, type Closable } from './closing.js';
import { isListed, mentions, readCompositions, type Composition } from './composition.js';
import { declaredTypes, isObject, withKeywords, type JsonType } from './json-types.js';
import { DEFAULT_MAX_NAME_LENGTH, nameLimits } from './name-limits.js';
import type { Graph } from './references.js';
import { delegates, findRoles } from './roles.js';
import { refuse, type Site } from './site.js';
import { mapHeld } from './subschemas.js';
import type { Tightening } from './tightening.js';

/** What is written in where an author left it out. Source: decision «Schema dialect». */
export const DEFAULT_MAX_LENGTH = 4_096;
export const DEFAULT_MAX_ITEMS = 1_000;

/**
 * Finds the limits to write in where the author left them out: objects are closed, texts and lists
 * are bounded.
 *
 * A limit is written where a value is described as a whole, never into one of several schemas for
 * the same value: closing each of them would leave nothing that fits them all. So an object
 * composed of parts is closed by `unevaluatedProperties` around them, a union by closing each
 * branch, and what stands under `not`, `if` or `contains` is left alone, since a tighter condition
 * makes a looser schema.
 *
 * @throws ContractError — where a limit has to be stated by the author, since none can be written
 *   in without changing what the schema means.
 */
export function findTightenings(graph: Graph, site: Site): readonly Tightening[] {
  const roles = findRoles(graph);
  const composition = readCompositions(graph);
  const found: Tightening[] = [];
  for (const [pointer, schema] of graph.schemas) {
    const known = roles.get(pointer);
    if (!isObject(schema) || known === undefined) continue;
    const written = [...nameLimits(schema, pointer, known, site)];
    if (known.has('whole') || known.has('name'))
      written.push(...limits({ schema, pointer, composition, graph, roles: known, site }));
    if (known.has('condition') && written.length > 0)
      refuse(site, pointer, `it decides a condition: state \`${written[0]?.keyword ?? ''}\``);
    found.push(...written);
  }
  return found;
}

interface Whole extends Closable {
  readonly graph: Graph;
}

const LIMITED: readonly JsonType[] = ['object', 'string', 'array'];

function limits(whole: Whole): readonly Tightening[] {
  const { schema, pointer, composition, roles } = whole;
  // A listed value has its size already.
  if (isListed(schema)) return [];
  if (delegates(schema)) {
    refuseSilentBranches(whole);
    return [];
  }
  const isName = roles.has('name');
  const isAbout = (type: JsonType): boolean => saysSomething(pointer, type, composition);
  return [
    ...(isAbout('object') ? closing(whole) : []),
    ...(isAbout('string') || isName
      ? bound(whole, 'maxLength', isName ? DEFAULT_MAX_NAME_LENGTH : DEFAULT_MAX_LENGTH)
      : []),
    ...(isAbout('array') ? bound(whole, 'maxItems', DEFAULT_MAX_ITEMS) : []),
  ];
}

function closing(whole: Whole): readonly Tightening[] {
  const keyword = closingKeyword(whole);
  return keyword === undefined ? [] : [{ path: whole.pointer, keyword, value: false }];
}

/** Whether values of a type can fit, and anything is said about them. */
function saysSomething(pointer: string, type: JsonType, composition: Composition): boolean {
  return (
    composition.types(pointer).has(type) &&
    composition.parts(pointer).some((part) => mentions(composition.at(part), type))
  );
}

/** A type declared beside a union, of which a branch knows nothing, would be left without a limit. */
function refuseSilentBranches({ schema, pointer, composition, graph, site }: Whole): void {
  const declared = declaredTypes(schema) ?? [];
  const target = graph.references.get(pointer);
  const branches = composition
    .parts(pointer)
    .filter(
      (part) => part === target || /^\/(?:anyOf|oneOf)\/\d+$/.test(part.slice(pointer.length)),
    );
  for (const branch of branches) {
    if (isListed(composition.at(branch))) continue;
    const silent = LIMITED.some(
      (type) =>
        declared.includes(type) &&
        composition.types(branch).has(type) &&
        !saysSomething(branch, type, composition),
    );
    if (silent) refuse(site, branch, 'declare the type in each branch: this one leaves it open');
  }
}

const OPPOSITES = { maxLength: 'minLength', maxItems: 'minItems' } as const;

function bound(
  { pointer, composition, site }: Whole,
  keyword: 'maxLength' | 'maxItems',
  usual: number,
): readonly Tightening[] {
  if (composition.isBounded(pointer, keyword)) return [];
  const parts = composition.parts(pointer).map((part) => composition.at(part));
  if (parts.some((part) => Number(part[OPPOSITES[keyword]] ?? 0) > usual))
    refuse(
      site,
      pointer,
      `\`${OPPOSITES[keyword]}\` is above the usual limit: state \`${keyword}\``,
    );
  // Where some branches of a union state a limit, the others get the largest of them.
  const value = Math.max(usual, ...parts.map((part) => Number(part[keyword] ?? 0)));
  return [{ path: pointer, keyword, value }];
}

/** Writes limits into a schema. */
export function writeIn(root: JsonObject, tightenings: readonly Tightening[]): JsonObject {
  const byPath = new Map<string, readonly (readonly [string, Json])[]>();
  for (const { path, keyword, value } of tightenings)
    byPath.set(path, [...(byPath.get(path) ?? []), [keyword, value]]);
  const write = (schema: JsonObject, pointer: string): JsonObject => {
    const changed = mapHeld(schema, (part, path) =>
      isObject(part) ? write(part, `${pointer}${path}`) : part,
    );
    return withKeywords(changed, byPath.get(pointer) ?? []);
  };
  return write(root, '');
}
