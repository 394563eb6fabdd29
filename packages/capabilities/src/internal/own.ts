import { bareClass } from './bare.js';

const Own = bareClass<unknown>();

/**
 * Copies what is an object's own and can be listed, once, to where nothing is inherited.
 *
 * What is read from the copy is what was read from the object, whatever its getters say next time.
 */
export function ownCopy(value: object): { [key: string]: unknown } {
  return Object.assign(new Own(), value);
}
