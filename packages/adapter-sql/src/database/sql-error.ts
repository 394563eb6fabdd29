const BRAND = Symbol.for('@sovereign/adapter-sql/SqlStoreError');

/**
 * Why a database cannot serve: `busy` where another process held it for too long, `conflict` where
 * steps kept getting in each other's way, `unavailable` where it cannot be reached or does not answer
 * in time, `failed` where it refused what it was told. Closed; a later version may add to it.
 */
export type SqlStoreFault =
  | 'node_too_old'
  | 'not_private'
  | 'newer_schema'
  | 'busy'
  | 'conflict'
  | 'unavailable'
  | 'failed'
  | 'closed';

/** The database cannot be used, or not now. Carries nothing of what is stored. */
export class SqlStoreError extends Error {
  override readonly name = 'SqlStoreError';
  readonly [BRAND] = true;

  constructor(
    readonly fault: SqlStoreFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`sql store: ${message}`, options);
  }

  /** Recognises one of any copy of this package. */
  static is(value: unknown): value is SqlStoreError {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, BRAND);
  }
}
