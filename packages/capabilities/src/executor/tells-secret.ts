import type { Capability } from '../contract/accepted.js';
import type { Json } from '../internal/json.js';
import type { Powers } from '../powers/powers.js';

/** Shorter ones stand in a result by chance. */
const LEAST = 6;

/**
 * Tells whether a result holds a secret that its capability was lent, as it is.
 *
 * Against carelessness, such as an answer that is passed on with the token in it: a handler that means
 * to give a secret away writes it in another way. Where a secret cannot be read any more, none was.
 */
export async function tellsSecret(
  { secrets }: Capability,
  { secret }: Partial<Powers>,
  result: Json,
): Promise<boolean> {
  if (secret === undefined || secrets.length === 0) return false;
  const texts = textsOf(result);
  for (const name of secrets) {
    const value = await secret.read(name).catch(() => '');
    if (value.length >= LEAST && texts.some((text) => text.includes(value))) return true;
  }
  return false;
}

/** Every text of a result, the names of its fields too. */
function textsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return Object.entries(value).flatMap(([key, part]) => [key, ...textsOf(part)]);
}
