import type { JsonObject } from '../../internal/json.js';
import { isObject } from './json-types.js';
import type { Graph } from './references.js';
import { held } from './subschemas.js';

/**
 * What a schema decides about a value: `whole` when it alone says what the value is, `part` when
 * it shares that with others, `condition` when it only decides whether something else applies,
 * `name` when the value is a property's name.
 */
export type Role = 'whole' | 'part' | 'condition' | 'name';

export type Roles = ReadonlyMap<string, ReadonlySet<Role>>;

/** Keywords that leave all the saying to the branches of one union. */
const BESIDE_UNION: ReadonlySet<string> = new Set([
  'type',
  '$schema',
  '$id',
  '$defs',
  'definitions',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

/** Finds in which roles each schema within a schema is used, through references too. */
export function findRoles(graph: Graph): Roles {
  const roles = new Map<string, Set<Role>>();
  const visit = (pointer: string, role: Role): void => {
    const known = roles.get(pointer) ?? new Set<Role>();
    roles.set(pointer, known);
    if (known.has(role)) return;
    known.add(role);
    const schema = graph.schemas.get(pointer);
    if (!isObject(schema)) return;
    const inPlace = role === 'part' ? 'part' : delegates(schema) ? role : shared(role);
    for (const { relation, path } of held(schema)) {
      const place = `${pointer}${path}`;
      if (relation === 'part' || relation === 'branch') visit(place, inPlace);
      if (relation === 'condition') visit(place, 'condition');
      if (relation === 'child') visit(place, role === 'condition' ? role : 'whole');
      if (relation === 'name') visit(place, role === 'condition' ? role : 'name');
    }
    const target = graph.references.get(pointer);
    if (target !== undefined) visit(target, inPlace);
  };
  visit('', 'whole');
  // What nothing refers to is shown all the same, and is read as if it stood alone.
  for (const pointer of graph.schemas.keys()) if (!roles.has(pointer)) visit(pointer, 'whole');
  return roles;
}

/** The role of the schemas within one that says something itself. */
function shared(role: Role): Role {
  return role === 'condition' ? 'condition' : 'part';
}

/** Whether a schema says nothing itself, and one reference or one union says it all. */
export function delegates(schema: JsonObject): boolean {
  const saying = Object.keys(schema).filter((keyword) => !BESIDE_UNION.has(keyword));
  return saying.length === 1 && ['$ref', 'anyOf', 'oneOf'].includes(saying[0] ?? '');
}
