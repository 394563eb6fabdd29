import { isBranded } from '../internal/brand.js';

const BRAND: unique symbol = Symbol.for('@sovereign/capabilities/Failure') as never;

/** A handler's own word for why it could not do its work. */
export class Failure extends Error {
  /** Marks the class across copies of this package. */
  readonly [BRAND] = true;
  override readonly name = 'Failure';

  constructor(readonly reason: string) {
    super(reason);
  }

  /** Tells whether a value is a Failure, of whichever copy of this package. */
  static is(value: unknown): value is Failure {
    return isBranded(value, BRAND);
  }
}

/**
 * Ends a handler with one of the words its contract lists under `failures`.
 *
 * The word reaches verdict, audit and model; a word that is not listed is dropped.
 */
export function fail(reason: string): never {
  throw new Failure(reason);
}
