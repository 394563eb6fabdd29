import type { Powers } from '../powers/powers.js';
import type { Capability } from './accepted.js';

const HANDLER: unique symbol = Symbol.for('@sovereign/capabilities/handler') as never;

/** What a handler may know of the invocation it serves. */
export interface InvocationFacts {
  /** Names this attempt; the audit event has the same id. */
  readonly id: string;
  /** The caller's idempotency key, if one was given: pass it on to services that take one. */
  readonly key?: string;
}

/** The work itself: validated arguments in, a result that fits the contract out. */
export type Work<Args, Result, Lent> = (
  args: Args,
  powers: Lent,
  signal: AbortSignal,
  invocation: InvocationFacts,
) => Promise<Result> | Result;

/** A handler module's default export. Holds work that only a runner can start. */
export interface Handler {
  /** Types only; never present at run time. */
  readonly '~handler'?: true;
}

/** The arguments, result and powers that a capability's handler is written against. */
export type WorkOf<C> =
  C extends Capability<infer Args, infer Result, infer Lent> ? Work<Args, Result, Lent> : never;

/**
 * Wraps the work of a capability as its handler module's default export.
 *
 * The type argument is the contract: a power that it does not name does not compile.
 */
export function defineHandler<C extends Capability>(work: WorkOf<C>): Handler {
  return Object.freeze(Object.defineProperty({}, HANDLER, { value: work }));
}

/** Finds the work inside a handler module's default export. For runners. */
export function workOf(handler: unknown): Work<unknown, unknown, Partial<Powers>> | undefined {
  if (typeof handler !== 'object' || handler === null) return undefined;
  const work: unknown = (handler as { [HANDLER]?: unknown })[HANDLER];
  return typeof work === 'function' ? (work as Work<unknown, unknown, Partial<Powers>>) : undefined;
}
