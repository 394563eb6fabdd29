import { expect, it } from 'vitest';
import { LIMIT_TEXT } from '../../src/audit/verify-report.js';

it('has one sentence, without a full stop, for each thing that verification cannot know', () => {
  for (const text of Object.values(LIMIT_TEXT)) expect(text).toMatch(/^[a-z].*[^.]$/);
  expect(Object.keys(LIMIT_TEXT)).toEqual(
    expect.arrayContaining(['never_recorded', 'tail_unanchored', 'older_copy']),
  );
});
