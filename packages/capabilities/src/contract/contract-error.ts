import { isBranded } from '../internal/brand.js';

const BRAND: unique symbol = Symbol.for('@sovereign/capabilities/ContractError') as never;

/**
 * A contract, registry or host was written in a way that cannot be accepted.
 *
 * Thrown while a program starts, and by `createCaller` for facts that host code states wrongly;
 * never for what a proposal contains.
 * The message names the capability, the place and the remedy, and no value.
 */
export class ContractError extends Error {
  /** Marks the class across copies of this package. */
  readonly [BRAND] = true;
  override readonly name = 'ContractError';

  constructor(
    /** The capability, or the part of the host, that is at fault. */
    readonly subject: string,
    /** What is wrong and what to write instead. */
    readonly fault: string,
  ) {
    super(`\`${subject}\`: ${fault}`);
  }

  /** Tells whether a value is a ContractError, of whichever copy of this package. */
  static is(value: unknown): value is ContractError {
    return isBranded(value, BRAND);
  }
}
