import type { JsonObject } from '../internal/json.js';
import type { Capability } from './accepted.js';

/** The fields of a capability that a description carries, its schemas and digest aside. */
export type Declared = Omit<Capability, '~types' | 'args' | 'result' | 'digest'>;

/** How each field of a contract is called on the wire, in the order a description lists them. */
export const WIRE_NAMES = Object.freeze({
  name: 'name',
  version: 'version',
  summary: 'summary',
  sideEffect: 'side_effect',
  network: 'network',
  confirmation: 'confirmation',
  defaultRuling: 'default_ruling',
  locked: 'locked',
  bounds: 'bounds',
  powers: 'powers',
  origins: 'origins',
  secrets: 'secrets',
  settings: 'settings',
  programs: 'programs',
  roots: 'roots',
  effects: 'effects',
  refusals: 'refusals',
  failures: 'failures',
  targetKind: 'target_kind',
  idempotent: 'idempotent',
  cost: 'cost',
  trust: 'trust',
  undo: 'undo',
}) satisfies Record<Exclude<keyof Declared, 'id'>, string>;

const BOUND_WIRE_NAMES = {
  timeoutMs: 'timeout_ms',
  maxResultBytes: 'max_result_bytes',
  maxPerTurn: 'max_per_turn',
} as const;

/** Writes what was declared as plain JSON. A field that was not stated is absent. */
export function toWire(declared: Declared, args: JsonObject, result: JsonObject): JsonObject {
  const wire: Record<string, unknown> = {};
  for (const [field, name] of Object.entries(WIRE_NAMES)) {
    const value = declared[field as keyof typeof WIRE_NAMES];
    if (value !== undefined) wire[name] = value;
  }
  wire['bounds'] = Object.fromEntries(
    Object.entries(BOUND_WIRE_NAMES).map(([field, name]) => [
      name,
      declared.bounds[field as keyof typeof BOUND_WIRE_NAMES],
    ]),
  );
  wire['args'] = args;
  wire['result'] = result;
  return wire as JsonObject;
}
