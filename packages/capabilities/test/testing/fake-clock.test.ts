import { expect, it } from 'vitest';
import { fakeClock } from '../../src/testing/fake-clock.js';

it('fake clock › stands still, advances both ways of telling time, and can be set back', () => {
  const clock = fakeClock(1_000);
  expect([clock.now(), clock.monotonic()]).toEqual([1_000, 0]);
  clock.advance(5);
  clock.set(10);
  expect([clock.now(), clock.monotonic()]).toEqual([10, 5]);
});
