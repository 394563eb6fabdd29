import { ownCopy } from '../internal/own.js';
import { BOUND_NAMES, type Bounds } from './bounds.js';
import { ContractError } from './contract-error.js';

/** Who asks: a person, a model-driven process, or the host itself. */
export type Principal = `person:${string}` | `mind:${string}` | `host:${string}`;

/** Who set an attempt in motion, as the host knows it. */
export type Origin = 'user' | 'model' | 'plan' | 'scheduler' | 'operator' | 'host';

/** The turn or the plan step an attempt belongs to. Its ids are the host's own: no two principals share one. */
export type Occasion = `turn:${string}` | `step:${string}/${string}/${string}`;

/** Where text inside the arguments came from; shown to whoever is asked. May only tighten. */
export interface Provenance {
  /** JSON pointer into the arguments. */
  readonly path: string;
  /** A word or short name for the source, such as `web` or `mail`. */
  readonly source: string;
  readonly trust: 'tool' | 'low';
}

/** Tells whether a text can stand after `person:`, `mind:` or `host:`. */
export const isPrincipalId = (id: unknown): boolean =>
  typeof id === 'string' && PRINCIPAL_ID.test(id);

/** Tells whether a text names a principal. */
export const isPrincipal = (name: unknown): name is Principal =>
  typeof name === 'string' && PRINCIPAL.test(name);

/** Tells whether two marks say the same. */
export const sameMark = (one: Provenance, other: Provenance): boolean =>
  one.path === other.path && one.source === other.source && one.trust === other.trust;

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

/** A private member is what a spread copy loses, in the type as at run time. */
export declare class Vouched {
  private readonly vouched: true;
}

/** Caller facts that host code has vouched for. Only {@link createCaller} makes one. */
export type Caller = CallerFacts & Vouched;

const made = new WeakSet<object>();

/** Facts as they arrive: whatever plain JavaScript may have put there. */
type Unread = { readonly [Fact in keyof CallerFacts]?: unknown };

const ORIGINS: ReadonlySet<unknown> = new Set<Origin>([
  'user',
  'model',
  'plan',
  'scheduler',
  'operator',
  'host',
]);
const PRINCIPAL = /^(?:person|mind|host):[a-z0-9][a-z0-9._-]{0,63}$/;
const PRINCIPAL_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const OCCASION =
  /^(?:turn:[A-Za-z0-9._-]{1,64}|step:[A-Za-z0-9._-]{1,64}(?:\/[A-Za-z0-9._-]{1,64}){2})$/;
const ID = /^[A-Za-z0-9._:/-]{1,128}$/;
const KEYS: ReadonlySet<unknown> = new Set<keyof CallerFacts>([
  'principal',
  'origin',
  'occasion',
  'key',
  'intention',
  'context',
  'commitment',
  'mayAsk',
  'provenance',
  'bounds',
  'signal',
]);

const CONTEXTS: ReadonlySet<unknown> = new Set(['live', 'dreaming', 'replay']);
const BOUNDS: ReadonlySet<unknown> = new Set(BOUND_NAMES);
const MARK: ReadonlySet<unknown> = new Set<keyof Provenance>(['path', 'source', 'trust']);
const POINTER = /^(?:\/.{0,1023})?$/su;
/** No space and no bracket, so that a mark reads one way only where it is shown. */
const SOURCE = /^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127}$/;

/**
 * Vouches for who asks. Called by host code with facts from a session or a stored row.
 *
 * @throws ContractError — when a fact is not one a caller may have. It names the field, never the value.
 */
export function createCaller(facts: CallerFacts): Caller {
  const caller = readOnce(facts);
  const fault = faultOf(caller);
  if (fault !== undefined) throw new ContractError('caller', fault);
  made.add(caller);
  return caller as Caller;
}

/** Tells whether a value was made by {@link createCaller}; a copy of one was not. */
export function isCaller(value: unknown): value is Caller {
  return typeof value === 'object' && value !== null && made.has(value);
}

/** Reads each fact once, from the object itself: what is checked is what is kept, and nothing is inherited. */
function readOnce(facts: Unread): Unread {
  const { bounds, provenance, ...rest } = ownCopy(facts) as Unread;
  return Object.freeze(
    ownCopy({
      ...rest,
      ...(bounds !== undefined && { bounds: ownFrozen(bounds) }),
      ...(provenance !== undefined && {
        provenance: Array.isArray(provenance)
          ? Object.freeze(Array.from(provenance, ownFrozen))
          : provenance,
      }),
    }),
  );
}

const ownFrozen = (value: unknown): unknown =>
  isObject(value) ? Object.freeze(ownCopy(value)) : value;

function faultOf(facts: Unread): string | undefined {
  const {
    principal,
    origin,
    occasion,
    key,
    intention,
    context,
    commitment,
    mayAsk,
    provenance,
    bounds,
    signal,
  } = facts;
  if (!hasOnly(facts, KEYS)) return 'holds a field that no caller has';
  if (!isText(principal, PRINCIPAL))
    return '`principal` is not `person:`, `mind:` or `host:` and a lower-case id';
  if (!ORIGINS.has(origin)) return '`origin` is not one of the six origins';
  if (occasion !== undefined && !isText(occasion, OCCASION))
    return '`occasion` is neither `turn:<id>` nor `step:<plan>/<revision>/<step>`';
  if (occasion === undefined && (origin === 'model' || origin === 'plan'))
    return '`occasion` is required for the origins `model` and `plan`';
  if (key !== undefined && !isText(key, ID))
    return '`key` is not 1 to 128 characters of letters, digits and `._:/-`';
  if (intention !== undefined && !isText(intention, ID))
    return '`intention` is not 1 to 128 characters of letters, digits and `._:/-`';
  if (context !== undefined && !CONTEXTS.has(context))
    return '`context` is not live, dreaming or replay';
  if (!isOptionalBoolean(commitment)) return '`commitment` is not a boolean';
  if (!isOptionalBoolean(mayAsk)) return '`mayAsk` is not a boolean';
  if (bounds !== undefined && !areBounds(bounds))
    return '`bounds` is not an object of whole numbers from 1, each under the name of a limit';
  if (provenance !== undefined && !areMarks(provenance))
    return '`provenance` is not a list of at most 100 marks, each of `path`, `source` and `trust`';
  return signal === undefined || isSignal(signal) ? undefined : '`signal` is not an AbortSignal';
}

const isText = (value: unknown, shape: RegExp): boolean =>
  typeof value === 'string' && shape.test(value);
const isOptionalBoolean = (value: unknown): boolean =>
  value === undefined || typeof value === 'boolean';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const hasOnly = (value: object, keys: ReadonlySet<unknown>): boolean =>
  Reflect.ownKeys(value).every((key) => keys.has(key));

const areBounds = (value: unknown): boolean =>
  isObject(value) &&
  hasOnly(value, BOUNDS) &&
  Object.values(value).every((bound) => Number.isSafeInteger(bound) && Number(bound) >= 1);

const areMarks = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= 100 && value.every(isMark);

function isMark(value: unknown): boolean {
  if (!isObject(value) || !hasOnly(value, MARK)) return false;
  const { path, source, trust } = value as { readonly [Key in keyof Provenance]?: unknown };
  return isText(path, POINTER) && isText(source, SOURCE) && (trust === 'tool' || trust === 'low');
}

/** Only what the door uses of one is asked for, so that a signal of another realm is one too. */
function isSignal(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { aborted, addEventListener, removeEventListener } = value as Partial<AbortSignal>;
  return (
    typeof aborted === 'boolean' &&
    typeof addEventListener === 'function' &&
    typeof removeEventListener === 'function'
  );
}
