import { ContractError } from '../contract-error.js';

/** Which schema of which contract is being read: what every message begins with. */
export interface Site {
  readonly subject: string;
  readonly place: 'args' | 'result';
}

/** Longer places are cut in messages; no honest schema comes near. */
const MAX_POINTER = 200;

/**
 * Refuses a schema, naming the place and the remedy and nothing the author wrote but keys.
 *
 * @throws ContractError — always.
 */
export function refuse(site: Site, pointer: string, fault: string): never {
  throw new ContractError(
    site.subject,
    `${site.place} schema at \`#${printable(pointer)}\`: ${fault}`,
  );
}

/** Appends one key or index to a JSON pointer. Source: RFC 6901. */
export function at(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Splits a JSON pointer into its keys, unescaped. */
export function keysOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Keeps a message on one line and free of a back-tick, whatever a key holds. */
function printable(pointer: string): string {
  return pointer.slice(0, MAX_POINTER).replace(/[^\x20-\x5f\x61-\x7e]/g, '?');
}
