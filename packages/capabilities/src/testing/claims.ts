import { canonicalJson } from '../internal/canonical.js';
import type { Json } from '../internal/json.js';

/** Throws what is wrong, unless the claim holds. */
export function claim(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** Throws unless two times are the same to the millisecond, which is as fine as a store need be. */
export function sameTime(
  actual: number | undefined,
  earliest: number,
  latest: number,
  what: string,
): void {
  const holds = actual !== undefined && actual > earliest - 1 && actual < latest + 1;
  claim(holds, `${what}: expected ${earliest} to ${latest}, not ${actual ?? 'nothing'}`);
}

/** Throws unless both are the same data. Fields that are undefined count as absent. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [is, should] = [textOf(actual), textOf(expected)];
  claim(is === should, `${what}: expected ${should}, not ${is}`);
}

function textOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text === undefined ? 'nothing' : canonicalJson(JSON.parse(text) as Json);
}
