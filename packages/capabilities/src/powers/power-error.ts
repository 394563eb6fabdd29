import { isBranded } from '../internal/brand.js';

const BRAND: unique symbol = Symbol.for('@sovereign/capabilities/PowerError') as never;

/** Why a power refused, each word for one rule. Closed; a handler may switch over it. */
export const POWER_FAULTS = Object.freeze([
  // Any power
  'not_declared',
  'not_found',
  'too_large',
  'unavailable',
  'invalid_arguments',
  'timed_out',
  'aborted',
  // Of an address, before anything is sent
  'url_refused',
  'scheme_refused',
  'credentials_refused',
  'port_refused',
  'name_refused',
  'name_not_found',
  'address_refused',
  // Of a connection and what comes through it
  'connect_failed',
  'tls_failed',
  'redirect_refused',
  'too_many_redirects',
  'headers_too_large',
  'content_type_refused',
  'encoding_refused',
  'bad_answer',
  // Of a program
  'not_installed',
] as const);

/** As {@link POWER_FAULTS}. */
export type PowerFault = (typeof POWER_FAULTS)[number];

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
