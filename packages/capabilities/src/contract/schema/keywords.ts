import type { Json } from '../../internal/json.js';
import { isJsonType, isList, isObject, isSchema, type JsonType } from './json-types.js';

/**
 * The largest `minLength`: a longer text does not fit into arguments at all, and a bound that has no
 * room in 32 bits when doubled would let everything in, since that is how TypeBox compares.
 */
export const MAX_LENGTH_BOUND = 1_048_576;

/** What the value of a keyword has to look like, and the words that say so. */
interface Shape {
  readonly fits: (value: Json) => boolean;
  readonly wanted: string;
}

const shape = (wanted: string, fits: (value: Json) => boolean): Shape => ({ fits, wanted });

const isNames = (value: Json): value is readonly string[] =>
  isList(value) &&
  value.every((name) => typeof name === 'string' && name !== '__proto__') &&
  new Set(value).size === value.length;
const isTypes = (value: Json): boolean =>
  isJsonType(value) ||
  (isList(value) &&
    value.length > 0 &&
    value.every(isJsonType) &&
    new Set(value).size === value.length);

const COUNT = shape(
  'write a whole number from 0',
  (v) => Number.isSafeInteger(v) && Number(v) >= 0,
);
const MIN_LENGTH = shape(
  `write a whole number from 0 to ${MAX_LENGTH_BOUND}`,
  (v) => COUNT.fits(v) && Number(v) <= MAX_LENGTH_BOUND,
);
const NUMBER = shape('write a number', (v) => typeof v === 'number');
const DIVISOR = shape('write a number above 0', (v) => typeof v === 'number' && v > 0);
const BOOLEAN = shape('write true or false', (v) => typeof v === 'boolean');
const TEXT = shape('write a text', (v) => typeof v === 'string');
const ANYTHING = shape('write a value', () => true);
const VALUES = shape('write a list of at least one value', (v) => isList(v) && v.length > 0);
const LIST = shape('write a list', (v) => isList(v));
const NAMES = shape('write a list of different property names', isNames);
const NAME_LISTS = shape('write an object of lists of different property names', (v) => {
  return isObject(v) && Object.values(v).every(isNames);
});
const TYPES = shape('write one of the seven JSON types, or a list of different ones', isTypes);
const SCHEMA = shape('write a schema', isSchema);
const SCHEMAS = shape('write a list of at least one schema', (v) => {
  return isList(v) && v.length > 0 && v.every(isSchema);
});
const SCHEMA_MAP = shape('write an object of schemas', (v) => {
  return isObject(v) && Object.values(v).every(isSchema);
});

export interface Keyword extends Shape {
  /** The types it says something about; absent when it is about all of them, or about none. */
  readonly types?: readonly JsonType[];
  /** Keywords of the same schema without which it would say nothing. */
  readonly needs?: string;
  /** True when it describes and never decides. */
  readonly annotation?: true;
}

const about = (types: readonly JsonType[], of: Shape): Keyword => ({ ...of, types });
const annotation = (of: Shape): Keyword => ({ ...of, annotation: true });
const NUMERIC: readonly JsonType[] = ['number', 'integer'];

/**
 * Every keyword a schema may hold. INVARIANT: whatever stands here is either checked for every
 * value, or an annotation that no dialect lets decide anything.
 */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['type', TYPES],
  ['enum', VALUES],
  ['const', ANYTHING],
  ['allOf', SCHEMAS],
  ['anyOf', SCHEMAS],
  ['oneOf', SCHEMAS],
  ['not', SCHEMA],
  ['if', SCHEMA],
  ['then', { ...SCHEMA, needs: 'if' }],
  ['else', { ...SCHEMA, needs: 'if' }],
  ['$ref', TEXT],
  ['$defs', SCHEMA_MAP],
  ['definitions', SCHEMA_MAP],

  ['maximum', about(NUMERIC, NUMBER)],
  ['exclusiveMaximum', about(NUMERIC, NUMBER)],
  ['minimum', about(NUMERIC, NUMBER)],
  ['exclusiveMinimum', about(NUMERIC, NUMBER)],
  ['multipleOf', about(NUMERIC, DIVISOR)],

  ['maxLength', about(['string'], COUNT)],
  ['minLength', about(['string'], MIN_LENGTH)],
  ['pattern', about(['string'], TEXT)],
  ['format', about(['string'], TEXT)],

  ['items', about(['array'], SCHEMA)],
  ['prefixItems', about(['array'], SCHEMAS)],
  ['contains', about(['array'], SCHEMA)],
  ['minContains', { ...about(['array'], COUNT), needs: 'contains' }],
  ['maxContains', { ...about(['array'], COUNT), needs: 'contains' }],
  ['maxItems', about(['array'], COUNT)],
  ['minItems', about(['array'], COUNT)],
  ['uniqueItems', about(['array'], BOOLEAN)],
  ['unevaluatedItems', about(['array'], SCHEMA)],

  ['properties', about(['object'], SCHEMA_MAP)],
  ['patternProperties', about(['object'], SCHEMA_MAP)],
  ['additionalProperties', about(['object'], SCHEMA)],
  ['propertyNames', about(['object'], SCHEMA)],
  ['required', about(['object'], NAMES)],
  ['dependentRequired', about(['object'], NAME_LISTS)],
  ['dependentSchemas', about(['object'], SCHEMA_MAP)],
  ['maxProperties', about(['object'], COUNT)],
  ['minProperties', about(['object'], COUNT)],
  ['unevaluatedProperties', about(['object'], SCHEMA)],

  ['$schema', annotation(TEXT)],
  ['$id', annotation(TEXT)],
  ['$comment', annotation(TEXT)],
  ['title', annotation(TEXT)],
  ['description', annotation(TEXT)],
  ['default', annotation(ANYTHING)],
  ['examples', annotation(LIST)],
  ['deprecated', annotation(BOOLEAN)],
  ['readOnly', annotation(BOOLEAN)],
  ['writeOnly', annotation(BOOLEAN)],
]);

/** What to write instead of keywords that other dialects and tools have. */
export const KEYWORD_REMEDIES: ReadonlyMap<string, string> = new Map([
  ['nullable', 'add `null` to `type`'],
  ['optional', 'leave the property out of `required` of its object'],
  ['example', 'write `examples`, a list'],
  ['discriminator', 'give each branch a `const`'],
  ['contentEncoding', 'nothing decodes it: write a `pattern` or a `format`'],
  ['contentMediaType', 'nothing parses it: say so in `description`'],
  ['contentSchema', 'nothing parses it: describe the value itself'],
  ['$anchor', 'write `$defs` and a `$ref` such as `#/$defs/name`'],
  ['$dynamicAnchor', 'write `$defs` and a `$ref` such as `#/$defs/name`'],
  ['$dynamicRef', 'write a `$ref` such as `#/$defs/name`'],
  ['$recursiveAnchor', 'write `$defs` and a `$ref` such as `#/$defs/name`'],
  ['$recursiveRef', 'write a `$ref` such as `#`'],
  ['$vocabulary', 'the vocabularies are fixed: remove it'],
  ['additionalItems', 'it says nothing without a list in `items`: write `items` or `prefixItems`'],
  ['id', 'write `$id`'],
  ['divisibleBy', 'write `multipleOf`'],
  ['extends', 'write `allOf`'],
  ['disallow', 'write `not`'],
]);

/** Pairs of which the first may not be above the second. */
export const BOUND_PAIRS = Object.freeze([
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minContains', 'maxContains'],
  ['minProperties', 'maxProperties'],
  ['minimum', 'maximum'],
] as const);
