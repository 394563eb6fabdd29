import { ContractError } from '../contract-error.js';
import type { Json } from '../../internal/json.js';
import { markFault } from './authored-kinds.js';
import { record } from './json-types.js';
import { at, refuse, type Site } from './site.js';

/** How much a schema may hold before it is refused. */
const MAX_DEPTH = 64;
const MAX_NODES = 10_000;
const MAX_VALUES = 100_000;

const HALF_CHARACTER = /\p{Surrogate}/u;

interface Walk {
  readonly site: Site;
  /** Objects and arrays so far. */
  nodes: number;
  /** Everything so far. */
  values: number;
}

/**
 * Copies a schema as its author gave it into plain JSON, reading each own property once.
 *
 * It is what `JSON.parse(JSON.stringify(schema))` would give, except that nothing is called, and
 * that whatever such a copy would lose in silence is refused: functions, accessors, class
 * instances, and the marks by which TypeBox means more than its JSON says.
 *
 * @throws ContractError — for anything that is not plain data.
 */
export function readAuthored(schema: unknown, site: Site): Json {
  try {
    return read(schema, '', 0, { site, nodes: 0, values: 0 });
  } catch (fault) {
    if (ContractError.is(fault)) throw fault;
    return refuse(site, '', 'it cannot be read: write it as plain data');
  }
}

function read(value: unknown, pointer: string, depth: number, walk: Walk): Json {
  if (++walk.values > MAX_VALUES) return refuse(walk.site, '', 'it is too large: split it');
  switch (typeof value) {
    case 'string':
      return wellFormed(value, pointer, walk);
    case 'number':
      if (!Number.isFinite(value)) return refuse(walk.site, pointer, 'not a finite number');
      return value === 0 ? 0 : value;
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      if (depth > MAX_DEPTH)
        return refuse(walk.site, '', `it is deeper than ${MAX_DEPTH} levels, or contains itself`);
      if (++walk.nodes > MAX_NODES)
        return refuse(walk.site, '', `it has more than ${MAX_NODES} nodes: split it`);
      return Array.isArray(value)
        ? readList(value, pointer, depth, walk)
        : readObject(value, pointer, depth, walk);
    default:
      return refuse(walk.site, pointer, `a ${typeof value} is not JSON: write plain data`);
  }
}

function readObject(value: object, pointer: string, depth: number, walk: Walk): Json {
  const prototype: unknown = Object.getPrototypeOf(value);
  const keys = Reflect.ownKeys(value);
  // Marks first: what they say is more help than «not plain» or «not JSON».
  for (const key of keys) readMark(value, key, pointer, walk);
  if (prototype !== Object.prototype && prototype !== null)
    return refuse(walk.site, pointer, 'it is not a plain object: write JSON Schema as plain data');
  const entries: [string, Json][] = [];
  for (const key of keys) {
    if (typeof key === 'symbol' || key.startsWith('~')) continue;
    const place = at(pointer, wellFormed(key, pointer, walk));
    if (key === '__proto__') return refuse(walk.site, place, 'no key may have this name');
    const stated = ownValue(value, key, place, walk);
    if (stated !== undefined) entries.push([key, read(stated, place, depth + 1, walk)]);
  }
  return record(entries);
}

function readList(value: readonly unknown[], pointer: string, depth: number, walk: Walk): Json {
  if (Object.getPrototypeOf(value) !== Array.prototype)
    return refuse(walk.site, pointer, 'it is not a plain array');
  if (Reflect.ownKeys(value).length !== value.length + 1)
    return refuse(walk.site, pointer, 'the array has holes or keys of its own');
  return Array.from({ length: value.length }, (_, index) => {
    const place = at(pointer, index);
    return read(ownValue(value, String(index), place, walk), place, depth + 1, walk);
  });
}

/** TypeBox 0.34 marks by symbols `TypeBox.…`, TypeBox 1.x by keys `~…` that do not enumerate. */
function readMark(value: object, key: string | symbol, pointer: string, walk: Walk): void {
  const mark =
    typeof key === 'symbol'
      ? (key.description ?? '').replace('TypeBox.', '')
      : key.startsWith('~')
        ? key.slice(1)
        : undefined;
  if (mark === undefined) return;
  const fault = markFault(mark, ownValue(value, key, pointer, walk));
  if (fault !== undefined) refuse(walk.site, pointer, fault);
}

/** Reads an own data property without running anybody's getter. */
function ownValue(value: object, key: string | symbol, pointer: string, walk: Walk): unknown {
  const property = Reflect.getOwnPropertyDescriptor(value, key);
  if (property === undefined || !('value' in property))
    return refuse(walk.site, pointer, 'it is computed by an accessor: write the value');
  if (typeof key === 'string' && !key.startsWith('~') && property.enumerable === false)
    return refuse(walk.site, pointer, 'it is hidden from JSON: write it as an ordinary key');
  return property.value;
}

function wellFormed(text: string, pointer: string, walk: Walk): string {
  return HALF_CHARACTER.test(text)
    ? refuse(walk.site, pointer, 'a text holds half a character')
    : text;
}
