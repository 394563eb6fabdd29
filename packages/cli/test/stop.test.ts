import { expect, it } from 'vitest';
import { Stop } from '../src/stop.js';

it('Stop carries the exit, one line, and what was caught', () => {
  const cause = new Error('inner');
  expect(new Stop('usage', 'say it so', cause)).toMatchObject({
    exit: 'usage',
    message: 'say it so',
    cause,
    phase: 'work',
  });
});
