import { isBranded } from '../internal/brand.js';

const BRAND: unique symbol = Symbol.for('@sovereign/capabilities/AuditLockedError') as never;

/**
 * Another process holds the log, or may hold it. Nothing was written.
 *
 * Go through the host that holds it; two writers would fork the chain.
 */
export class AuditLockedError extends Error {
  /** Marks the class across copies of this package. */
  readonly [BRAND] = true;
  override readonly name = 'AuditLockedError';
  readonly code = 'audit_locked';
  /** The log that is held. */
  readonly path: string;
  /** The process that holds it, where that is known. */
  readonly pid: number | undefined;

  constructor(path: string, holder: { readonly pid?: number; readonly claim: string }) {
    const who =
      holder.pid === undefined
        ? 'a process that cannot be seen from here'
        : `process ${holder.pid}`;
    super(
      `\`${path}\`: held by ${who}; use the log through it or, once it is certain that it is gone, delete \`${holder.claim}\``,
    );
    this.path = path;
    this.pid = holder.pid;
  }

  /** Tells whether a value is an AuditLockedError, of whichever copy of this package. */
  static is(value: unknown): value is AuditLockedError {
    return isBranded(value, BRAND);
  }
}
