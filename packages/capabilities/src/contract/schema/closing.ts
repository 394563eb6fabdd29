import type { JsonObject } from '../../internal/json.js';
import { mentions, type Composition } from './composition.js';
import { isObject, record, textsOf } from './json-types.js';
import type { Role } from './roles.js';
import { at, refuse, type Site } from './site.js';

/** A schema that may have to be closed, and what is known around it. */
export interface Closable {
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly composition: Composition;
  readonly roles: ReadonlySet<Role>;
  readonly site: Site;
}

/** The keywords by which a schema names properties of its own. */
const NAMING = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
] as const;

/**
 * Finds by which keyword an object is to be closed whose author has not said what happens to other
 * properties; undefined when he has.
 *
 * @throws ContractError — when closing it would leave nothing that fits.
 */
export function closingKeyword(
  whole: Closable,
): 'additionalProperties' | 'unevaluatedProperties' | undefined {
  const { schema, pointer, composition, roles, site } = whole;
  if (isClosed(schema)) return undefined;
  if (roles.has('part'))
    refuse(site, pointer, 'it is used alone and as a part: state `additionalProperties`');
  const parts = composition.parts(pointer);
  const others = parts.filter((part) => part !== pointer).map((part) => composition.at(part));
  if (![schema, ...others].some((part) => NAMING.some((keyword) => part[keyword] !== undefined)))
    refuse(
      site,
      pointer,
      'it names no property: write `properties`, or `additionalProperties` for a dictionary',
    );
  if (!others.some((part) => NAMING.some((keyword) => part[keyword] !== undefined))) {
    refuseUnnamed(whole, others);
    return 'additionalProperties';
  }
  refuseTwice(whole);
  return 'unevaluatedProperties';
}

/** Whether an author has said what happens to other properties. */
function isClosed(schema: JsonObject): boolean {
  return (
    schema['additionalProperties'] !== undefined || schema['unevaluatedProperties'] !== undefined
  );
}

/** A required property that a closed object does not know: nothing would ever fit. */
function refuseUnnamed({ schema, pointer, site }: Closable, others: readonly JsonObject[]): void {
  if (schema['patternProperties'] !== undefined) return;
  const known = isObject(schema['properties']) ? schema['properties'] : record([]);
  for (const part of [schema, ...others]) {
    if (textsOf(part['required']).some((name) => known[name] === undefined))
      refuse(site, at(pointer, 'required'), 'describe each required property in `properties`');
  }
}

/** Two closed descriptions of one value, each knowing names the other does not: nothing would fit. */
function refuseTwice({ pointer, composition, site }: Closable): void {
  for (const places of composition.descriptions(pointer).values()) {
    const closed = [...places].filter((place) => {
      const schema = composition.at(place);
      return mentions(schema, 'object') && !isClosed(schema);
    });
    if (closed.length > 1)
      refuse(
        site,
        closed[1] ?? pointer,
        'another part describes the same value: state `additionalProperties` in both',
      );
  }
}
