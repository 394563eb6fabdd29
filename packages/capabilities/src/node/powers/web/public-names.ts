import { DENIED_DOMAINS } from './deny-table.js';

const MAX_NAME = 253;
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const DOMAINS: readonly string[] = DENIED_DOMAINS.flatMap((row) => row.in);

/**
 * Tells whether a canonical host name may be one of the public Internet.
 *
 * A name without a dot never is: what it means is up to the search list of this machine.
 */
export function isPublicName(name: string): boolean {
  const labels = name.split('.');
  if (labels.length < 2 || name.length > MAX_NAME) return false;
  if (!labels.every((label) => LABEL.test(label))) return false;
  return !DOMAINS.some((domain) => name === domain || name.endsWith(`.${domain}`));
}
