import {
  acceptSchema,
  type AcceptedSchema,
  type Violation,
} from '../contract/schema/accept-schema.js';
import { deepFreeze } from '../internal/freeze.js';
import type { Json, JsonObject } from '../internal/json.js';
import { snapshot } from '../internal/snapshot.js';
import type { RequestDraft } from './capability-request.js';
import { MAX_GRANT_MS, type GrantScope } from './grant.js';

/** What was read, as our own frozen copy, or which fields are at fault. Never a value. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly violations: readonly Violation[] };

const TEXT = { type: 'string', minLength: 1, maxLength: 2_000 };
const GLOB = { type: 'string', minLength: 1, maxLength: 512 };

/** A scope without its exact arguments, which may be any JSON. */
const SCOPE = {
  type: 'object',
  properties: {
    capability: { type: 'string', minLength: 1, maxLength: 160 },
    target: { ...GLOB, maxLength: 4_096 },
    parameters: {
      type: 'object',
      propertyNames: { type: 'string', maxLength: 256 },
      additionalProperties: GLOB,
      maxProperties: 64,
    },
    otherParameters: { type: 'string', const: 'any' },
    access: { type: 'string', enum: ['read', 'write'] },
  },
  required: ['capability', 'access'],
  additionalProperties: false,
};

const DRAFT = {
  type: 'object',
  properties: {
    scope: SCOPE,
    durationMs: { type: 'integer', minimum: 1_000, maximum: MAX_GRANT_MS },
    operations: { type: 'integer', minimum: 1, maximum: 10_000 },
    reason: TEXT,
    evidence: { type: 'array', items: TEXT, maxItems: 32 },
    risk: TEXT,
    mitigation: TEXT,
    fallback: TEXT,
    alternatives: { type: 'array', items: TEXT, maxItems: 32 },
  },
  required: [
    'scope',
    'durationMs',
    'operations',
    'reason',
    'evidence',
    'risk',
    'mitigation',
    'fallback',
    'alternatives',
  ],
  additionalProperties: false,
};

/** Reads the scope of a grant, from whoever wrote it. */
export function readScope(stated: unknown): Read<GrantScope> {
  const copy = snapshot(stated);
  if (!copy.ok) return fault('', copy.rule);
  const { scope, args } = apart(copy.value);
  const violations = accepted('scope', SCOPE).violations(scope);
  if (violations.length > 0) return { ok: false, violations };
  return whole(scope as JsonObject, args, '');
}

/** Reads a capability request as a model or a plan wrote it: every field is required. */
export function readDraft(stated: unknown): Read<RequestDraft> {
  const copy = snapshot(stated);
  if (!copy.ok) return fault('', copy.rule);
  if (!isObject(copy.value)) return fault('', 'type');
  const { scope, args } = apart(copy.value['scope'] ?? null);
  const draft = { ...copy.value, scope };
  const violations = accepted('draft', DRAFT).violations(draft);
  if (violations.length > 0) return { ok: false, violations };
  const read = whole(scope as JsonObject, args, '/scope');
  if (!read.ok) return read;
  // INVARIANT: it fits the schema, and its scope was read.
  return {
    ok: true,
    value: deepFreeze({ ...draft, scope: read.value } as unknown as RequestDraft),
  };
}

/** Exact arguments, or globs for them: one or the other is what is shown and enforced. */
function whole(scope: JsonObject, args: Json | undefined, path: string): Read<GrantScope> {
  const globs = Object.hasOwn(scope, 'parameters') || Object.hasOwn(scope, 'otherParameters');
  if (args !== undefined && globs) return fault(`${path}/args`, 'with_parameters');
  // INVARIANT: it fits the schema of a scope.
  const read = { ...scope, ...(args !== undefined && { args }) } as unknown as GrantScope;
  return { ok: true, value: deepFreeze(read) };
}

function apart(stated: Json): { readonly scope: Json; readonly args: Json | undefined } {
  if (!isObject(stated) || !Object.hasOwn(stated, 'args'))
    return { scope: stated, args: undefined };
  const { args, ...scope } = stated;
  return { scope, args };
}

const compiled = new Map<string, AcceptedSchema>();

/** Compiled when first asked for: most programs never are. */
function accepted(name: string, schema: object): AcceptedSchema {
  const known = compiled.get(name) ?? acceptSchema(schema, { subject: name, place: 'args' });
  compiled.set(name, known);
  return known;
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fault = (
  path: string,
  rule: string,
): { readonly ok: false; readonly violations: readonly Violation[] } => ({
  ok: false,
  violations: deepFreeze([{ path, rule }]),
});
