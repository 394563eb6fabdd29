import { describe, expect, it } from 'vitest';
import { householdTime, isWithin } from '../../src/policy/household-time.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('isWithin', () => {
  it.each([
    ['09:00', '17:00', 540, true],
    ['09:00', '17:00', 539, false],
    ['09:00', '17:00', 1_019, true],
    ['09:00', '17:00', 1_020, false],
    ['22:00', '06:00', 1_320, true],
    ['22:00', '06:00', 1_439, true],
    ['22:00', '06:00', 0, true],
    ['22:00', '06:00', 359, true],
    ['22:00', '06:00', 360, false],
    ['22:00', '06:00', 1_319, false],
    ['00:00', '00:01', 0, true],
    ['23:59', '00:00', 1_439, true],
  ])('S3-155 from %s to %s: minute %i is %s', (from, to, minute, is) => {
    expect(isWithin({ from, to }, minute)).toBe(is);
  });
});

describe('householdTime', () => {
  it('S3-155 where the clocks go forward, the hour that is skipped is never read', () => {
    const time = householdTime('Europe/Berlin');
    const change = Date.UTC(2026, 2, 29, 1);
    expect([change - MINUTE, change].map(time.minuteAt)).toEqual([119, 180]);
  });

  it('S3-155 where the clocks go back, both passes of the hour read the same', () => {
    const time = householdTime('Europe/Berlin');
    const change = Date.UTC(2026, 9, 25, 1);
    expect([change - HOUR, change, change + HOUR].map(time.minuteAt)).toEqual([120, 120, 180]);
  });

  it.each([
    ['Asia/Kathmandu', Date.UTC(2026, 0, 1, 0), 5 * 60 + 45],
    ['Australia/Lord_Howe', Date.UTC(2026, 6, 1, 0), 10 * 60 + 30],
    ['America/St_Johns', Date.UTC(2026, 0, 1, 0), 20 * 60 + 30],
    ['UTC', Date.UTC(2026, 0, 1, 23, 59), 1_439],
  ])('reads the clock of %s', (zone, instant, minute) => {
    expect(householdTime(zone).minuteAt(instant + 59_999)).toBe(minute);
  });

  it('finds the next change, over the hour that is skipped and the one that is read twice', () => {
    const time = householdTime('Europe/Berlin');
    const window = [{ from: '02:15', to: '02:45' }];
    const spring = Date.UTC(2026, 2, 29, 0);
    // The window does not open on that day: it opens on the next.
    expect(time.nextChange(window, spring)).toBe(Date.UTC(2026, 2, 30, 0, 15));
    const autumn = Date.UTC(2026, 9, 25, 0, 15);
    expect(time.nextChange(window, autumn)).toBe(autumn + 30 * MINUTE);
    expect(time.nextChange(window, autumn + 30 * MINUTE)).toBe(autumn + HOUR);
    expect(time.nextChange([], autumn)).toBeUndefined();
  });
});
