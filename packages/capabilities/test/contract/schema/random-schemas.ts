import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/internal/json.js';

const NAMING = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
] as const;

/**
 * Schemas over a few property names and small numbers, so that values of {@link smallValues} fit
 * them about as often as not. Every keyword but `pattern` and `format` may occur, in any company.
 */
export const smallSchemas: fc.Arbitrary<JsonObject> = fc
  .letrec<{ schema: unknown }>((tie) => {
    const schema = tie('schema');
    const name = fc.constantFrom('a', 'b', 'c');
    const map = fc.dictionary(name, schema, { maxKeys: 3 });
    const list = fc.array(schema, { minLength: 1, maxLength: 3 });
    const count = fc.nat(3);
    const names = fc.uniqueArray(name, { maxLength: 2 });
    const scalar = fc.constantFrom<unknown>(null, true, 0, 1, 1.5, 'a', 'bb', [], {}, [1], {
      a: 1,
    });
    const type = fc.constantFrom(
      'object',
      'array',
      'string',
      'integer',
      'number',
      'null',
      'boolean',
    );
    const one = fc.oneof(
      fc.record({ properties: map }),
      fc.record({ patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$', '.'), schema) }),
      fc.record({ additionalProperties: schema }),
      fc.record({ unevaluatedProperties: schema }),
      fc.record({ unevaluatedProperties: fc.constant(false) }),
      fc.record({ propertyNames: fc.constantFrom({ enum: ['a', 'b'] }, { maxLength: 1 }, false) }),
      fc.record({ required: names }),
      fc.record({ dependentRequired: fc.dictionary(name, names, { maxKeys: 2 }) }),
      fc.record({ dependentSchemas: map }),
      fc.record({ minProperties: count }),
      fc.record({ maxProperties: count }),
      fc.record({ prefixItems: list }),
      fc.record({ items: schema }),
      fc.record({ contains: schema }),
      fc.record({ contains: schema, minContains: count }),
      fc.record({ contains: schema, maxContains: count }),
      fc.record({ unevaluatedItems: schema }),
      fc.record({ unevaluatedItems: fc.constant(false) }),
      fc.record({ minItems: count }),
      fc.record({ uniqueItems: fc.boolean() }),
      fc.record({ allOf: list }),
      fc.record({ anyOf: list }),
      fc.record({ oneOf: list }),
      fc.record({ not: schema }),
      fc.record({ if: schema, then: schema, else: schema }),
      fc.record({ if: schema, then: schema }),
      fc.record({ $ref: fc.constantFrom('#/$defs/x', '#/$defs/y') }),
      fc.record({ type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })) }),
      fc.record({ const: scalar }),
      fc.record({ enum: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
      fc.record({ minimum: count }),
      fc.record({ exclusiveMaximum: count }),
      fc.record({ multipleOf: fc.constantFrom(1, 2, 0.5) }),
      fc.record({ minLength: count }),
      fc.record({ maxLength: count }),
    );
    // Half the objects that name no property are dictionaries: the others would be refused.
    const several = fc
      .tuple(fc.array(one, { maxLength: 4 }), fc.boolean())
      .map(([parts, isOpen]): object => {
        const all = Object.assign({}, ...parts) as object;
        const isNaming = NAMING.some((keyword) => Object.hasOwn(all, keyword));
        const isOther = 'type' in all && ![all.type].flat().includes('object');
        return isOpen && !isNaming && !isOther ? { ...all, additionalProperties: true } : all;
      });
    return { schema: fc.oneof({ maxDepth: 4, withCrossShrink: true }, fc.boolean(), several) };
  })
  .schema.filter((schema): schema is JsonObject => typeof schema === 'object')
  .chain((schema) => defs.map(($defs): JsonObject => ({ ...schema, $defs })));

const leaf = fc.constantFrom<Json>(
  { type: 'object', properties: { a: { $ref: '#/$defs/x' }, b: { type: 'integer' } } },
  { anyOf: [{ type: 'array', items: { $ref: '#/$defs/y' } }, { type: 'null' }] },
  { properties: { c: { $ref: '#/$defs/x' } } },
  { type: 'string', minLength: 1 },
  true,
);
const defs = fc.record({ x: leaf, y: leaf });

/** Values that schemas of {@link smallSchemas} have something to say about. */
export const smallValues: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 1.5, 0.3, '', 'a', 'bb', 'ccc'),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'dd'), tie('value'), { maxKeys: 4 }),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
})).value;
