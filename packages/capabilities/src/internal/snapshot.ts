import { bareClass, isBare } from './bare.js';
import type { Json } from './json.js';
import { utf8Bytes } from './utf8.js';

/** How much a snapshot may hold before it is refused. */
export interface SnapshotLimits {
  readonly maxDepth: number;
  readonly maxNodes: number;
  /** UTF-8 bytes of the JSON text; the walk stops as soon as it is more. */
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
  | {
      readonly ok: true;
      readonly value: Json;
      /** UTF-8 bytes of its JSON text, exactly. */ readonly bytes: number;
    }
  | { readonly ok: false; readonly rule: SnapshotFault };

interface NodeUtil {
  readonly types?: { isProxy?(value: unknown): boolean };
}
interface NodeProcess {
  getBuiltinModule?(name: string): NodeUtil | undefined;
}
/** Where Node tells proxies, it is asked by name at run time, so that this module imports nothing of Node. */
const isProxy = (globalThis as { process?: NodeProcess }).process?.getBuiltinModule?.('node:util')
  ?.types?.isProxy;

/**
 * Lists an object's own keys as `Reflect.ownKeys` does: texts, then symbols.
 *
 * Texts and symbols asked for apart come three times as fast, but a proxy would see that it is asked twice.
 */
export function ownKeys(value: object): readonly (string | symbol)[] {
  if (isProxy === undefined || isProxy(value)) return Reflect.ownKeys(value);
  const symbols = Object.getOwnPropertySymbols(value);
  const names = Object.getOwnPropertyNames(value);
  return symbols.length === 0 ? names : [...names, ...symbols];
}

/** Whether there is a property, and it is a value, not an accessor: nobody's getter runs. */
export function isOfData(
  descriptor: PropertyDescriptor | undefined,
): descriptor is PropertyDescriptor {
  // Every accessor's descriptor has `get`. Only where it seems to is it asked whose that is.
  return descriptor !== undefined && (!('get' in descriptor) || Object.hasOwn(descriptor, 'value'));
}

class Refused {
  readonly #rule: SnapshotFault;
  constructor(rule: SnapshotFault) {
    this.#rule = rule;
  }
  /** Asks by a private name: `instanceof` would run the traps of a proxy that was thrown. */
  static ruleOf(thrown: unknown): SnapshotFault | undefined {
    return typeof thrown === 'object' && thrown !== null && #rule in thrown
      ? thrown.#rule
      : undefined;
  }
}

/** What a walk has used up so far. */
interface Walk extends SnapshotLimits {
  nodes: number;
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
    const walk: Walk = { ...limits, nodes: 0, bytes: 0 };
    const copied = copy(value, 0, walk);
    return { ok: true, value: copied, bytes: walk.bytes };
  } catch (thrown) {
    return { ok: false, rule: Refused.ruleOf(thrown) ?? 'unreadable' };
  }
}

function copy(value: unknown, depth: number, walk: Walk): Json {
  if (++walk.nodes > walk.maxNodes) throw new Refused('too_many_nodes');
  switch (typeof value) {
    case 'string':
      spendText(walk, value);
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new Refused('not_finite');
      spend(walk, String(value).length); // of -0 too this is one, as of the 0 it becomes
      return value === 0 ? 0 : value;
    case 'boolean':
      spend(walk, value ? 4 : 5);
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

const Copy = bareClass<Json>();

/** Whether this is an object that a snapshot made: nothing in it inherits what somebody put on a prototype. */
export function isCopy(value: unknown): boolean {
  return value instanceof Copy;
}

function copyObject(value: object, depth: number, walk: Walk): Json {
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype !== Object.prototype && prototype !== null && !isBare(prototype))
    throw new Refused('prototype');
  const result = new Copy();
  const keys = ownKeys(value);
  spendBrackets(walk, keys.length);
  for (const key of keys) {
    if (typeof key === 'symbol') throw new Refused('symbol_key');
    if (key === '__proto__') throw new Refused('proto_key');
    spendText(walk, key);
    spend(walk, 1);
    result[key] = copy(ownValue(value, key), depth + 1, walk);
  }
  return Object.freeze(result);
}

function copyArray(value: readonly unknown[], depth: number, walk: Walk): Json {
  if (Object.getPrototypeOf(value) !== Array.prototype) throw new Refused('prototype');
  const length = ownValue(value, 'length');
  if (typeof length !== 'number') throw new Refused('unreadable'); // a proxy may say anything
  // Before its keys are listed: the list alone takes more memory than the array does.
  if (length > walk.maxNodes) throw new Refused('too_many_nodes');
  const keys = Reflect.ownKeys(value);
  if (keys.length - 1 !== length) throw new Refused(oddKey(keys, length));
  const result: Json[] = [];
  spendBrackets(walk, length);
  for (let index = 0; index < length; index += 1) {
    if (keys[index] !== String(index)) throw new Refused('array_key');
    result.push(copy(ownValue(value, String(index)), depth + 1, walk));
  }
  return Object.freeze(result);
}

/** Why an array has another number of keys than its length and one for each index. */
function oddKey(keys: readonly PropertyKey[], length: number): SnapshotFault {
  if (keys.some((key) => typeof key === 'symbol')) return 'symbol_key';
  return keys.length - 1 > length ? 'array_key' : 'sparse_array';
}

/** Reads an own data property without running anybody's getter. */
function ownValue(value: object, key: string): unknown {
  const descriptor = Reflect.getOwnPropertyDescriptor(value, key);
  if (!isOfData(descriptor)) throw new Refused('accessor');
  return descriptor.value;
}

/** What JSON writes as it is, a byte each. */
const PLAIN = /^[ !#-[\]-~]*$/;

function spendText(walk: Walk, text: string): void {
  if (text.length > walk.maxBytes) throw new Refused('too_large');
  if (PLAIN.test(text)) return spend(walk, text.length + 2);
  if (!text.isWellFormed()) throw new Refused('lone_surrogate');
  spend(walk, utf8Bytes(JSON.stringify(text)));
}

/** Brackets, and the commas between so many members. */
const spendBrackets = (walk: Walk, members: number): void => spend(walk, Math.max(2, members + 1));

function spend(walk: Walk, bytes: number): void {
  walk.bytes += bytes;
  if (walk.bytes > walk.maxBytes) throw new Refused('too_large');
}
