import { SqlStoreError, type SqlStoreFault } from './sql-error.js';

/** A transaction that could not be kept apart from others, and a deadlock. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);
/** A broken connection, too few resources, and a server or an operator that ends what runs. */
const UNAVAILABLE = /^(08|53|57|25P0[34])/;

/**
 * Says in this package's words what the driver or the server said. The server's own error quotes
 * the row that it is about, so nothing of it is kept but its code and what it calls a constraint.
 */
export function postgresError(thrown: unknown): SqlStoreError {
  if (SqlStoreError.is(thrown)) return thrown;
  const { code, constraint } = (thrown ?? {}) as { code?: unknown; constraint?: unknown };
  // What has no code of the server's is the driver's: the connection is lost, or too slow.
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code))
    return new SqlStoreError('unavailable', 'the connection to the server broke');
  const about = typeof constraint === 'string' ? `, ${constraint}` : '';
  return new SqlStoreError(faultOf(code), `the server refused a statement (${code}${about})`);
}

/**
 * Says that no connection came about. What the driver says may quote where it was to connect to, and
 * as whom, so nothing of it is kept but its code.
 */
export function connectError(thrown: unknown): SqlStoreError {
  if (SqlStoreError.is(thrown)) return thrown;
  const { code } = (thrown ?? {}) as { code?: unknown };
  const said = typeof code === 'string' && /^[0-9A-Z_]{5,40}$/.test(code) ? ` (${code})` : '';
  return new SqlStoreError('unavailable', `the server cannot be reached${said}`);
}

function faultOf(code: string): SqlStoreFault {
  if (CONFLICTS.has(code)) return 'conflict';
  return UNAVAILABLE.test(code) ? 'unavailable' : 'failed';
}
