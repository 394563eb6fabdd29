import type { JsonObject } from '../../internal/json.js';
import { isListed } from './composition.js';
import { isObject, record } from './json-types.js';
import { delegates, type Role } from './roles.js';
import { at, refuse, type Site } from './site.js';
import type { Tightening } from './tightening.js';

/** A property name is shorter than a text. */
export const DEFAULT_MAX_NAME_LENGTH = 256;

/** Names that patterns are run on are bounded, whatever the role: nothing else bounds them. */
export function nameLimits(
  schema: JsonObject,
  pointer: string,
  roles: ReadonlySet<Role>,
  site: Site,
): readonly Tightening[] {
  if (schema['patternProperties'] === undefined) return [];
  const names = schema['propertyNames'];
  const place = at(pointer, 'propertyNames');
  const limit = [['maxLength', DEFAULT_MAX_NAME_LENGTH]] as const;
  if (names === undefined)
    return [{ path: pointer, keyword: 'propertyNames', value: record(limit) }];
  if (names === true)
    return refuse(site, place, 'patterns need names of bounded length: state `maxLength`');
  if (!isObject(names) || names['maxLength'] !== undefined) return [];
  // The schema of names is itself looked at, unless it leaves the length to another one.
  const isLeft = delegates(names) || isListed(names) || !(roles.has('whole') || roles.has('part'));
  return isLeft ? [{ path: place, keyword: 'maxLength', value: DEFAULT_MAX_NAME_LENGTH }] : [];
}
