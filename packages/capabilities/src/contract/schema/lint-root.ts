import type { JsonObject } from '../../internal/json.js';
import { isListed } from './composition.js';
import { declaredTypes, isObject, isSchema, type Schema } from './json-types.js';
import type { Graph } from './references.js';
import { refuse, type Site } from './site.js';
import { held } from './subschemas.js';

/**
 * Refuses a schema that does not say what kind of value it is about.
 *
 * Arguments are an object, and the root says so itself: it is what MCP and every model expect to
 * read there. A result may be anything that is declared: each way through references and unions
 * ends at a `type` or at listed values.
 *
 * @throws ContractError — when nothing, or too little, is declared.
 */
export function lintRoot(root: JsonObject, graph: Graph, site: Site): void {
  if (site.place === 'args' && root['type'] !== 'object')
    refuse(site, '/type', "arguments are an object: write `type: 'object'` at the root");
  if (!declares('', graph, new Set()))
    refuse(
      site,
      '/type',
      'a result has a declared type: write `type` at the root or in each branch',
    );
}

function declares(pointer: string, graph: Graph, seen: ReadonlySet<string>): boolean {
  const schema: Schema | undefined = graph.schemas.get(pointer);
  if (!isObject(schema) || seen.has(pointer)) return false;
  if (declaredTypes(schema) !== undefined || isListed(schema)) return true;
  const within = new Set([...seen, pointer]);
  const target = graph.references.get(pointer);
  if (target !== undefined && declares(target, graph, within)) return true;
  const branches = (keyword: string): readonly boolean[] =>
    held(schema)
      .filter((part) => part.keyword === keyword)
      .map((part) => declares(`${pointer}${part.path}`, graph, within));
  return (
    branches('allOf').includes(true) ||
    ['anyOf', 'oneOf'].some((union) => {
      const answers = branches(union);
      return answers.length > 0 && !answers.includes(false);
    })
  );
}

/** The root as an object schema, which both places need. @throws ContractError — for true and false. */
export function readRoot(schema: unknown, site: Site): JsonObject {
  if (isObject(schema)) return schema;
  return refuse(
    site,
    '',
    isSchema(schema)
      ? 'it says nothing: write a schema with a `type`'
      : 'it is not a schema: write an object',
  );
}
