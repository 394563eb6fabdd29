import { isBranded } from '../internal/brand.js';

const BRAND: unique symbol = Symbol.for('@sovereign/capabilities/AuditFileError') as never;

/** Why a log on disk cannot be used. */
export type AuditFileCode =
  /** Others than its owner may read it or write to it, or its owner is another user. */
  | 'audit_exposed'
  /** Not a regular file: a symbolic link, a folder, a device; or there is none. */
  | 'audit_not_a_file'
  /** What is there does not end in a link of a chain that could be continued. */
  | 'audit_damaged'
  /** Writing or flushing failed, or the file was changed by another; nothing more is written until it is opened anew. */
  | 'audit_write_failed'
  /** The sink was closed. */
  | 'audit_closed';

/** A log on disk cannot be used, and nothing was written. The message says what to do. */
export class AuditFileError extends Error {
  /** Marks the class across copies of this package. */
  readonly [BRAND] = true;
  override readonly name = 'AuditFileError';
  readonly code: AuditFileCode;
  /** The file or folder at fault. */
  readonly path: string;

  constructor(
    code: AuditFileCode,
    path: string,
    fault: string,
    options?: { readonly cause: unknown },
  ) {
    super(`\`${path}\`: ${fault}`, options);
    this.code = code;
    this.path = path;
  }

  /** Tells whether a value is an AuditFileError, of whichever copy of this package. */
  static is(value: unknown): value is AuditFileError {
    return isBranded(value, BRAND);
  }
}
