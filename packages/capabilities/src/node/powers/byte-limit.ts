import { isWhole } from '../../internal/whole.js';
import { PowerError } from '../../powers/power-error.js';

/** How many bytes one wish brings unless a handler says otherwise, and the most it may ask for. */
export const READ_BYTES = Object.freeze({ usual: 1_048_576, most: 16_777_216 });

/**
 * Settles how many bytes one wish may bring.
 *
 * @throws PowerError — `invalid_arguments` for what is no number of bytes.
 */
export function byteLimit(power: string, stated: unknown): number {
  if (stated === undefined) return READ_BYTES.usual;
  if (!isWhole(stated, 1, Number.MAX_SAFE_INTEGER))
    throw new PowerError(power, 'invalid_arguments');
  return Math.min(Number(stated), READ_BYTES.most);
}
