import fc from 'fast-check';
import type { Json } from '../../src/internal/json.js';

/** Text of any code points, never half of a surrogate pair. */
export const text = fc.string({ unit: 'binary', maxLength: 12 });

/** Text of any UTF-16 code units, so halves of surrogate pairs as well. */
export const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0x7f }),
      fc.integer({ min: 0xd7ff, max: 0xe000 }),
      fc.integer({ min: 0, max: 0xffff }),
    ),
    { maxLength: 12 },
  )
  .map((units) => String.fromCharCode(...units));

/** Keys that JSON may have, those of `Object.prototype` among them, but for `__proto__`. */
export const key = fc
  .oneof(
    text,
    fc.constantFrom('constructor', 'prototype', 'toString', 'toJSON', 'value', '0', '10', '9', ''),
  )
  .filter((one) => one !== '__proto__');

/** Every value that JSON can carry unchanged. */
export const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.integer(),
    text,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

/** What a snapshot of a value says when it took the value as it was. */
export const taken = (value: unknown): object => ({
  ok: true,
  value,
  bytes: Buffer.byteLength(JSON.stringify(value)),
});
