import * as fc from 'fast-check';
import type { Json, JsonObject } from '../internal/json.js';
import { breakages } from './schema-breakages.js';
import { readSchema } from './schema-reading.js';
import { valuesOf } from './schema-values.js';

/**
 * Gives values that fit a schema, whatever keywords, formats and patterns it has.
 *
 * @param schema - one that is accepted, such as `capability.args.json`
 * @throws ContractError — when it would not be accepted, or when nothing fits it.
 */
export function validValues(schema: JsonObject): fc.Arbitrary<unknown> {
  return valuesOf(readSchema(schema));
}

/**
 * Gives values that would fit a schema if it were not for one broken rule, and the keyword of that
 * rule: a missing or an unknown property, another type, one more than a bound, a value that is not
 * listed. Every check of the schema has to refuse each of them.
 *
 * @throws ContractError — when the schema would not be accepted, or when nothing fits it.
 */
export function nearValidValues(
  schema: JsonObject,
): fc.Arbitrary<{ readonly value: unknown; readonly broken: string }> {
  const reading = readSchema(schema);
  return (
    valuesOf(reading)
      .map((value) => breakages('', value as Json, reading))
      .filter((all) => all.length > 0)
      // The rule first, so that rules which can be broken in few ways come up as often as others.
      .chain((all) => fc.constantFrom(...Map.groupBy(all, ({ broken }) => broken).values()))
      .chain((alike) => fc.constantFrom(...alike))
  );
}
