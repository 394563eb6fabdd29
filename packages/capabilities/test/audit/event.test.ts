import { expect, it } from 'vitest';
import { NOTICE_KINDS } from '../../src/audit/event.js';

it('knows six kinds of notices besides invocations', () => {
  expect(NOTICE_KINDS).toEqual([
    'decision',
    'grant',
    'configuration',
    'late_settlement',
    'clock_moved_back',
    'checkpoint',
  ]);
});
