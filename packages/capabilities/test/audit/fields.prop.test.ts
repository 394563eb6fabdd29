import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { PATTERNS, readId } from '../../src/audit/fields.js';

const almostUuid = fc.tuple(
  fc.uuid(),
  fc.nat({ max: 36 }),
  fc.string({ unit: 'binary', maxLength: 2 }),
  fc.nat({ max: 2 }),
);

test.prop([
  fc.oneof(
    fc.uuid(),
    fc.string({ unit: 'binary', maxLength: 40 }),
    almostUuid.map(([id, at, text, cut]) => id.slice(0, at) + text + id.slice(at + cut)),
    fc.stringMatching(/^[0-9a-g-]{36}$/),
  ),
])('for every text: is an id exactly when the pattern of ids matches it', (text) => {
  expect(readId(text) !== undefined).toBe(new RegExp(PATTERNS.id).test(text));
});
