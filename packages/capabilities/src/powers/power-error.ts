import { isBranded } from '../internal/brand.js';

const BRAND: unique symbol = Symbol.for('@sovereign/capabilities/PowerError') as never;

/** Why a power refused. Closed; a handler may switch over it. */
export type PowerFault = 'not_declared' | 'not_found' | 'too_large' | 'unavailable';

/** A power refused a handler's wish. Names the power and the rule, never a path or a value. */
export class PowerError extends Error {
  /** Marks the class across copies of this package. */
  readonly [BRAND] = true;
  override readonly name = 'PowerError';

  constructor(
    readonly power: string,
    readonly code: PowerFault,
  ) {
    super(`\`${power}\`: ${code}`);
  }

  /** Tells whether a value is a PowerError, of whichever copy of this package. */
  static is(value: unknown): value is PowerError {
    return isBranded(value, BRAND);
  }
}
