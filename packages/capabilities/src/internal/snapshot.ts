import type { Json } from './json.js';

/** How much a snapshot may hold before it is refused. */
export interface SnapshotLimits {
  readonly maxDepth: number;
  readonly maxNodes: number;
  /** UTF-8 bytes of the JSON text; the walk stops as soon as it is certain to be more. */
  readonly maxBytes: number;
}

/** The limits of arguments. Source: decision «Arguments». */
export const ARGUMENT_LIMITS: SnapshotLimits = Object.freeze({
  maxDepth: 64,
  maxNodes: 100_000,
  maxBytes: 1_048_576,
});

/** Why a value is not plain data. */
export type SnapshotFault =
  | 'accessor'
  | 'symbol_key'
  | 'proto_key'
  | 'prototype'
  | 'not_json'
  | 'sparse_array'
  | 'array_key'
  | 'not_finite'
  | 'lone_surrogate'
  | 'too_deep'
  | 'too_many_nodes'
  | 'too_large'
  | 'unreadable';

/** The copy, or the rule that was broken. */
export type Snapshot =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly rule: SnapshotFault };

class Refused {
  constructor(readonly rule: SnapshotFault) {}
}

/** What a walk has used up so far. */
interface Walk extends SnapshotLimits {
  nodes: number;
  /** A lower bound of the JSON text's bytes: quotes, commas and escapes may add to it. */
  bytes: number;
}

/**
 * Copies a value by its own property descriptors, once, and freezes the copy.
 *
 * Only what JSON carries unchanged is taken. No getter runs, no `toJSON` is
 * called, nothing is inherited, -0 becomes 0, and a proxy is asked once.
 * Never throws.
 */
export function snapshot(value: unknown, limits: SnapshotLimits = ARGUMENT_LIMITS): Snapshot {
  try {
    return { ok: true, value: copy(value, 0, { ...limits, nodes: 0, bytes: 0 }) };
  } catch (fault) {
    return { ok: false, rule: fault instanceof Refused ? fault.rule : 'unreadable' };
  }
}

function copy(value: unknown, depth: number, walk: Walk): Json {
  if (++walk.nodes > walk.maxNodes) throw new Refused('too_many_nodes');
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw new Refused('lone_surrogate');
      spend(walk, value.length + 2);
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new Refused('not_finite');
      spend(walk, 1);
      return value === 0 ? 0 : value;
    case 'boolean':
      spend(walk, 4);
      return value;
    case 'object':
      if (value === null) {
        spend(walk, 4);
        return null;
      }
      if (depth >= walk.maxDepth) throw new Refused('too_deep');
      return Array.isArray(value) ? copyArray(value, depth, walk) : copyObject(value, depth, walk);
    default:
      throw new Refused('not_json');
  }
}

function copyObject(value: object, depth: number, walk: Walk): Json {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new Refused('prototype');
  const result: Record<string, Json> = {};
  spend(walk, 2);
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === 'symbol') throw new Refused('symbol_key');
    if (key === '__proto__') throw new Refused('proto_key');
    if (!key.isWellFormed()) throw new Refused('lone_surrogate');
    spend(walk, key.length + 3);
    result[key] = copy(ownValue(value, key), depth + 1, walk);
  }
  return Object.freeze(result);
}

function copyArray(value: readonly unknown[], depth: number, walk: Walk): Json {
  if (Object.getPrototypeOf(value) !== Array.prototype) throw new Refused('prototype');
  const keys = Reflect.ownKeys(value);
  const length = keys.length - 1; // every own key but `length` must be an index
  if (ownValue(value, 'length') !== length) {
    throw new Refused(keys.some((key) => typeof key === 'symbol') ? 'symbol_key' : 'sparse_array');
  }
  const result: Json[] = [];
  spend(walk, 2);
  for (let index = 0; index < length; index += 1) {
    if (keys[index] !== String(index)) throw new Refused('array_key');
    result.push(copy(ownValue(value, String(index)), depth + 1, walk));
  }
  return Object.freeze(result);
}

/** Reads an own data property without running anybody's getter. */
function ownValue(value: object, key: string): unknown {
  const descriptor = Reflect.getOwnPropertyDescriptor(value, key);
  if (descriptor === undefined || !('value' in descriptor)) throw new Refused('accessor');
  return descriptor.value;
}

function spend(walk: Walk, bytes: number): void {
  walk.bytes += bytes;
  if (walk.bytes > walk.maxBytes) throw new Refused('too_large');
}
