import { describe, expect, it } from 'vitest';
import { readNote } from '../src/note.js';

describe('readNote', () => {
  it('gives back what a desk takes, also none', () => {
    expect(readNote(undefined)).toBeUndefined();
    expect(readNote('n'.repeat(2_000))).toHaveLength(2_000);
  });
  it.each(['n'.repeat(2_001), '\ud800'])('refuses what a desk does not take', (typed) => {
    expect(() => readNote(typed)).toThrow(expect.objectContaining({ exit: 'invalid' }) as Error);
  });
});
