import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isoTime } from '../../src/internal/time.js';

const instant = fc.double({ min: 0, max: 4e12, noNaN: true });

describe('isoTime', () => {
  test.prop([fc.array(instant)])(
    'for every row of instants: each is written as its own whole millisecond',
    (instants) => {
      const twice = instants.flatMap((ms) => [ms, ms]);
      expect(twice.map(isoTime)).toEqual(twice.map((ms) => new Date(Math.floor(ms)).toISOString()));
    },
  );
});
