// Values for laws. Apart from the rest of the kit, since only this needs fast-check.

export { nearValidValues, validValues } from './schema-arbitraries.js';
export type { JsonObject } from '../internal/json.js';
