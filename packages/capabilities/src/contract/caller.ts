import type { Bounds } from './bounds.js';
import { ContractError } from './contract-error.js';

/** Who asks: a person, a model-driven process, or the host itself. */
export type Principal = `person:${string}` | `mind:${string}` | `host:${string}`;

/** Who set an attempt in motion, as the host knows it. */
export type Origin = 'user' | 'model' | 'plan' | 'scheduler' | 'operator' | 'host';

/** The turn or the plan step an attempt belongs to. */
export type Occasion = `turn:${string}` | `step:${string}/${string}/${string}`;

/** Where text inside the arguments came from; shown to whoever is asked. May only tighten. */
export interface Provenance {
  /** JSON pointer into the arguments. */
  readonly path: string;
  /** A word or short name for the source, such as `web` or `mail`. */
  readonly source: string;
  readonly trust: 'tool' | 'low';
}

/** What host code states about who asks; from a session or a stored row, never from a request's body. */
export interface CallerFacts {
  readonly principal: Principal;
  readonly origin: Origin;
  /** Required for the origins `model` and `plan`. Without one, an attempt is a turn of its own. */
  readonly occasion?: Occasion;
  /** Idempotency key, unique per principal: the same key answers the same attempt once. */
  readonly key?: string;
  /** What this is all for, in the host's own ids. */
  readonly intention?: string;
  /** Absent means live. Dreams and replays never act. */
  readonly context?: 'live' | 'dreaming' | 'replay';
  /** Turns an allow into an ask; no grant answers it. */
  readonly commitment?: boolean;
  /** False: where a person would be asked, the answer is `would_ask` and nobody is. */
  readonly mayAsk?: boolean;
  readonly provenance?: readonly Provenance[];
  /** May shorten the contract's own bounds, never lengthen them. */
  readonly bounds?: Partial<Bounds>;
  readonly signal?: AbortSignal;
}

declare const CALLER: unique symbol;

/** Caller facts that host code has vouched for. Only {@link createCaller} makes one. */
export type Caller = CallerFacts & { readonly [CALLER]: true };

const made = new WeakSet<object>();

const ORIGINS: ReadonlySet<unknown> = new Set<Origin>(['user', 'model', 'plan', 'scheduler', 'operator', 'host']);
const PRINCIPAL = /^(?:person|mind|host):[a-z0-9][a-z0-9._-]{0,63}$/;
const OCCASION = /^(?:turn:[A-Za-z0-9._-]{1,64}|step:[A-Za-z0-9._-]{1,64}(?:\/[A-Za-z0-9._-]{1,64}){2})$/;
const ID = /^[A-Za-z0-9._:/-]{1,128}$/;
const KEYS: ReadonlySet<string> = new Set<keyof CallerFacts>([
  'principal', 'origin', 'occasion', 'key', 'intention', 'context', 'commitment', 'mayAsk', 'provenance', 'bounds', 'signal',
]);

/**
 * Vouches for who asks. Called by host code with facts from a session or a stored row.
 *
 * @throws ContractError — when a fact is not one a caller may have. It names the field, never the value.
 */
export function createCaller(facts: CallerFacts): Caller {
  const fault = faultOf(facts);
  if (fault !== undefined) throw new ContractError('caller', fault);
  const caller = Object.freeze({
    ...facts,
    ...(facts.bounds && { bounds: Object.freeze({ ...facts.bounds }) }),
    ...(facts.provenance && {
      provenance: Object.freeze(facts.provenance.map((mark) => Object.freeze({ ...mark }))),
    }),
  });
  made.add(caller);
  return caller as Caller;
}

/** Tells whether a value was made by {@link createCaller}; a copy of one was not. */
export function isCaller(value: unknown): value is Caller {
  return typeof value === 'object' && value !== null && made.has(value);
}

function faultOf(facts: CallerFacts): string | undefined {
  const unknown = Object.keys(facts).find((key) => !KEYS.has(key));
  if (unknown !== undefined) return 'holds a field that no caller has';
  if (!PRINCIPAL.test(facts.principal)) return '`principal` is not `person:`, `mind:` or `host:` and a lower-case id';
  if (!ORIGINS.has(facts.origin)) return '`origin` is not one of the six origins';
  if (facts.occasion !== undefined && !OCCASION.test(facts.occasion))
    return '`occasion` is neither `turn:<id>` nor `step:<plan>/<revision>/<step>`';
  if (facts.occasion === undefined && (facts.origin === 'model' || facts.origin === 'plan'))
    return '`occasion` is required for the origins `model` and `plan`';
  if (facts.key !== undefined && !ID.test(facts.key)) return '`key` is not 1 to 128 characters of letters, digits and `._:/-`';
  if (facts.intention !== undefined && !ID.test(facts.intention))
    return '`intention` is not 1 to 128 characters of letters, digits and `._:/-`';
  if (facts.context !== undefined && !['live', 'dreaming', 'replay'].includes(facts.context))
    return '`context` is not live, dreaming or replay';
  if (!isOptionalBoolean(facts.commitment)) return '`commitment` is not a boolean';
  if (!isOptionalBoolean(facts.mayAsk)) return '`mayAsk` is not a boolean';
  for (const [bound, value] of Object.entries(facts.bounds ?? {}))
    if (!Number.isSafeInteger(value) || value < 1) return `\`bounds.${bound}\` is not a whole number from 1`;
  if (facts.provenance !== undefined && facts.provenance.length > 100) return '`provenance` has more than 100 marks';
  if (facts.signal !== undefined && typeof facts.signal.addEventListener !== 'function') return '`signal` is not an AbortSignal';
  return undefined;
}

const isOptionalBoolean = (value: unknown): boolean => value === undefined || typeof value === 'boolean';
