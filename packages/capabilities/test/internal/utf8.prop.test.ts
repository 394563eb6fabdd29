import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { utf8Bytes } from '../../src/internal/utf8.js';
import { anyText, text } from './json-values.js';

describe('utf8Bytes', () => {
  test.prop([fc.oneof(text, anyText)])('for every text: as many bytes as Node writes', (any) => {
    expect(utf8Bytes(any)).toBe(Buffer.byteLength(any));
  });

  test.prop([text, text])('for every two texts: together as many bytes as apart', (one, other) => {
    expect(utf8Bytes(one + other)).toBe(utf8Bytes(one) + utf8Bytes(other));
  });
});
