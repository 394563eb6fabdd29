import { expect, it } from 'vitest';
import { SINK_TRIALS } from '../../src/testing/sink-trials.js';

it('has a title of its own for each trial', () => {
  const titles = SINK_TRIALS.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});
