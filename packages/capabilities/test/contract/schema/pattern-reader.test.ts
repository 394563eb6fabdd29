import { expect, test } from 'vitest';
import {
  ended,
  peek,
  take,
  takeIf,
  takeUntil,
} from '../../../src/contract/schema/pattern-reader.js';

test('a reader goes by whole characters, and past the end without a fault', () => {
  const reader = { points: Array.from('a😀{1,2}b'), index: 0, nesting: 0 };
  expect(take(reader)).toBe('a');
  expect(peek(reader)).toBe('😀');
  expect(peek(reader, 1)).toBe('{');
  expect(takeIf(reader, 'x')).toBe(false);
  expect(takeIf(reader, '😀{')).toBe(true);
  expect(takeUntil(reader, '}')).toBe('1,2');
  expect(take(reader)).toBe('b');
  expect(ended(reader)).toBe(true);
  expect(peek(reader)).toBe('');
  expect(takeUntil(reader, '}')).toBe('');
});
