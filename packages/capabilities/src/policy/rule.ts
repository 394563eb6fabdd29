import type { Effect } from '../contract/classification.js';
import { deepFreeze } from '../internal/freeze.js';
import type { Json, JsonObject } from '../internal/json.js';
import { snapshot } from '../internal/snapshot.js';
import { isPattern } from '../contract/glob/glob-syntax.js';

/** When a rule holds, by the household's own clock: from the first minute to the last, over midnight where `to` is earlier. */
export interface Hours {
  /** HH:MM; the first minute that belongs to it. */
  readonly from: string;
  /** HH:MM; the first minute that does not. */
  readonly to: string;
}

/** What an invocation does, as rules see it. */
export type Action = 'read' | 'write' | 'external';

/** One rule of a policy. Source: decision «Rule». */
export interface Rule {
  readonly id: string;
  /** For everybody, or for one mind. */
  readonly scope: 'global' | `mind:${string}`;
  /** `name@version`, a name, `ns.*` at any depth, or `*`. */
  readonly capability: string;
  /** A glob over the whole canonical target. */
  readonly target?: string;
  readonly action?: Action;
  readonly hours?: Hours;
  /** Only for what holds text that was retrieved from somewhere. */
  readonly retrieved?: true;
  readonly effect: Effect;
  /** Only with `deny`: no other rule outranks it. */
  readonly final?: true;
}

/** What is wrong with a rule. Closed; a later version may add to it. */
export type RuleFaultKind =
  | 'not_an_object'
  | 'not_a_list'
  | 'unreadable'
  | 'unknown_key'
  | 'missing'
  | 'id'
  | 'scope'
  | 'capability'
  | 'glob'
  | 'action'
  | 'hours'
  | 'hours_are_empty'
  | 'retrieved'
  | 'effect'
  | 'final'
  | 'final_needs_deny'
  | 'duplicate_id'
  | 'too_many_rules';

/** Where a rule is at fault, as a JSON pointer, and how. Never a value. */
export interface RuleFault {
  readonly path: string;
  readonly rule: RuleFaultKind;
}

/** How many rules one policy may have. */
export const MAX_RULES = 20_000;

/** Where what was handed in is no rule. */
export type RefusedRules = { readonly ok: false; readonly faults: readonly RuleFault[] };

/** Reads one rule from whatever it was handed; refuses it whole where anything in it is no rule. */
export function readRule(
  stated: unknown,
): { readonly ok: true; readonly rule: Rule } | RefusedRules {
  const copy = snapshot(stated);
  if (!copy.ok) return faulty([{ path: '', rule: 'unreadable' }]);
  const faults = faultsOf(copy.value, '');
  // INVARIANT: every key and value of it was looked at.
  return faults.length > 0 ? faulty(faults) : { ok: true, rule: copy.value as unknown as Rule };
}

/** Reads a list of rules; two may not share an id. */
export function readRules(
  stated: unknown,
): { readonly ok: true; readonly rules: readonly Rule[] } | RefusedRules {
  const copy = copyOfMany(stated);
  if (typeof copy === 'string') return faulty([{ path: '', rule: copy }]);
  const faults: RuleFault[] = [];
  const ids = new Set<Json>();
  for (const [index, value] of copy.entries()) {
    const found = faultsOf(value, `/${index}`);
    faults.push(...found);
    const id = isObject(value) ? (value['id'] ?? null) : null;
    if (found.length === 0 && ids.has(id))
      faults.push({ path: `/${index}/id`, rule: 'duplicate_id' });
    ids.add(id);
  }
  return faults.length > 0
    ? faulty(faults)
    : { ok: true, rules: copy as unknown as readonly Rule[] }; // INVARIANT: each was looked at
}

/** A long list is copied in parts, since one copy is bounded in size. */
function copyOfMany(stated: unknown): readonly Json[] | RuleFaultKind {
  try {
    if (!Array.isArray(stated)) return 'not_a_list';
    if (stated.length > MAX_RULES) return 'too_many_rules';
    const rules: Json[] = [];
    for (let at = 0; at < stated.length; at += PART) {
      const copy = snapshot(stated.slice(at, at + PART));
      if (!copy.ok || !Array.isArray(copy.value)) return 'unreadable';
      rules.push(...(copy.value as readonly Json[]));
    }
    return deepFreeze(rules);
  } catch {
    return 'unreadable';
  }
}

const PART = 500;
const ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const SCOPE = /^(?:global|mind:[a-z0-9][a-z0-9._-]{0,63})$/;
const NAME = '[a-z][a-z0-9_]*(?:\\.[a-z][a-z0-9_]*)*';
const SELECTOR = new RegExp(`^(?:\\*|${NAME}\\.\\*|${NAME}(?:@[1-9]\\d{0,8})?)$`);
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const isOneOf =
  (...allowed: readonly Json[]) =>
  (value: Json): boolean =>
    allowed.includes(value);

const isText =
  (shape: RegExp, most: number) =>
  (value: Json): boolean =>
    typeof value === 'string' && value.length <= most && shape.test(value);

/** What each key may hold, and which fault it is where it does not. */
const FIELDS: ReadonlyMap<string, { readonly fault: RuleFaultKind; fits(value: Json): boolean }> =
  new Map(
    Object.entries({
      id: { fault: 'id', fits: isText(ID, 64) },
      scope: { fault: 'scope', fits: isText(SCOPE, 69) },
      capability: { fault: 'capability', fits: isText(SELECTOR, 140) },
      target: { fault: 'glob', fits: (value) => typeof value === 'string' && isPattern(value) },
      action: { fault: 'action', fits: isOneOf('read', 'write', 'external') },
      hours: { fault: 'hours', fits: areHours },
      retrieved: { fault: 'retrieved', fits: isOneOf(true) },
      effect: { fault: 'effect', fits: isOneOf('allow', 'ask', 'deny') },
      final: { fault: 'final', fits: isOneOf(true) },
    } satisfies Record<keyof Rule, { fault: RuleFaultKind; fits(value: Json): boolean }>),
  );
const REQUIRED = ['id', 'scope', 'capability', 'effect'] as const;

function areHours(value: Json): boolean {
  return (
    isObject(value) &&
    Object.keys(value).length === 2 &&
    [value['from'], value['to']].every((time) => typeof time === 'string' && TIME.test(time))
  );
}

function faultsOf(value: Json, at: string): RuleFault[] {
  if (!isObject(value)) return [{ path: at, rule: 'not_an_object' }];
  const faults: RuleFault[] = [];
  for (const [key, part] of Object.entries(value)) {
    const field = FIELDS.get(key);
    // A key that no rule has may be anything: it is not repeated.
    if (field === undefined) faults.push({ path: at, rule: 'unknown_key' });
    else if (!field.fits(part)) faults.push({ path: `${at}/${key}`, rule: field.fault });
  }
  for (const key of REQUIRED)
    if (!Object.hasOwn(value, key)) faults.push({ path: `${at}/${key}`, rule: 'missing' });
  if (faults.length > 0) return faults;
  const { hours, final, effect } = value;
  if (isObject(hours ?? null) && (hours as JsonObject)['from'] === (hours as JsonObject)['to'])
    faults.push({ path: `${at}/hours`, rule: 'hours_are_empty' });
  if (final === true && effect !== 'deny')
    faults.push({ path: `${at}/final`, rule: 'final_needs_deny' });
  return faults;
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const faulty = (faults: readonly RuleFault[]): RefusedRules => ({
  ok: false,
  faults: deepFreeze([...faults]),
});
