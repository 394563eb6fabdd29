import type { PendingView, RejectionCode } from '@sovereign/capabilities';
import { REJECTION_CODES } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import { refusalText, violationsText } from '../src/refusal.js';

const every = [...new Set<RejectionCode>(Object.values(REJECTION_CODES).flat())];

describe('refusalText', () => {
  it.each(every)('says %s in one line with a remedy', (code) => {
    const text = refusalText('notes.read@1', {
      outcome: 'rejected',
      event: 'e',
      stage: 'execute',
      code,
    });
    expect(text).toMatch(
      new RegExp(`^\`notes\\.read@1\` was refused, at execute \\(${code}\\); [^\n]+[^.]$`),
    );
  });

  it('does not call a no what may have happened', () => {
    expect(
      refusalText('notes.write@1', {
        outcome: 'unknown',
        event: 'e',
        stage: 'execute',
        code: 'timed_out',
        reason: 'slow',
      }),
    ).toMatch(
      /^`notes.write@1` may have acted: look before you repeat it, at execute \(timed_out: slow\); /,
    );
  });

  it('names the rules that were broken, the first three', () => {
    const violations = ['a', 'b', 'c', 'd'].map((name) => ({ path: `/${name}`, rule: 'type' }));
    expect(violationsText(violations)).toBe(
      '`/a` breaks `type`, `/b` breaks `type`, `/c` breaks `type` and 1 more',
    );
    expect(violationsText([{ path: '', rule: 'depth' }])).toBe('`/` breaks `depth`');
  });

  it('makes a note of a person safe to show', () => {
    const note = 'not\u001b[2J now';
    expect(
      refusalText('notes.write@1', {
        outcome: 'rejected',
        event: 'e',
        stage: 'confirm',
        code: 'declined',
        note,
      }),
    ).toContain('with the note: not\\u{1b}[2J now');
  });

  it('says how to say yes', () => {
    const text = refusalText('notes.write@1', {
      outcome: 'pending',
      event: 'e',
      stage: 'confirm',
      code: 'confirmation_required',
      pending: {} as PendingView,
    });
    expect(text).toContain(
      'did not run, at confirm (confirmation_required); a person has to say yes first',
    );
  });
});
