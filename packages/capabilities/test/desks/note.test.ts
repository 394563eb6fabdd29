import { expect, it } from 'vitest';
import { isNote } from '../../src/desks/note.js';

it('a note is a text that fits on a screen, or nothing', () => {
  for (const note of [undefined, '', 'not today', 'x'.repeat(2_000)])
    expect(isNote(note)).toBe(true);
  for (const note of [null, 1, {}, 'x'.repeat(2_001), '\ud800']) expect(isNote(note)).toBe(false);
});
