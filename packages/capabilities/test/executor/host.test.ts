import { expect, it } from 'vitest';
import { LIMITS } from '../../src/executor/host.js';

it('host › every limit has a least, a usual and a most, in that order', () => {
  for (const { least, usual, most } of Object.values(LIMITS))
    expect([least, usual, most]).toEqual([least, usual, most].sort((a, b) => a - b));
});
