import { expect, it } from 'vitest';
import { tooLargeToRead } from '../../src/executor/readable.js';

it('readable › counts the canonical text in bytes, not characters', () => {
  expect(tooLargeToRead({ a: 'é' }, 10)).toBe(false); // {"a":"é"} is ten bytes
  expect(tooLargeToRead({ a: 'é' }, 9)).toBe(true);
});
