import { MAX_GRANT_MS } from '@sovereign/capabilities';
import { Stop } from './stop.js';

const UNITS: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['min', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/**
 * Reads a length of time as it is typed: `90s`, `15min`, `2h`, `7d`.
 *
 * @throws Stop — when it is none.
 */
export function readLength(typed: string, option: string): number {
  const { count, unit } = /^(?<count>[1-9]\d{0,6})(?<unit>s|min|h|d)$/.exec(typed)?.groups ?? {};
  const size = UNITS.get(unit ?? '');
  if (count === undefined || size === undefined)
    throw new Stop('usage', `${option}: write a length of time such as 90s, 15min, 2h or 7d`);
  return Number(count) * size;
}

/**
 * Reads how long a grant is to hold.
 *
 * @throws Stop — when it is no length of time, or none that a grant can have.
 */
export function readGrantLength(typed: string, option: string): number {
  const length = readLength(typed, option);
  if (length > MAX_GRANT_MS) throw new Stop('invalid', `${option}: a grant holds 7d at most`);
  return length;
}

/** Writes an instant, to the second, in UTC. */
export function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
