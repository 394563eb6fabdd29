import { describe, expect, it } from 'vitest';
import { householdTime, minuteOf, timeOf, windowOf } from '../../src/policy/household-time.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('windowOf', () => {
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
    expect(windowOf({ from, to }).has(minute)).toBe(is);
  });
});

describe('timeOf', () => {
  it('writes each minute of the day so that it is read as the same', () => {
    const minutes = Array.from({ length: 1_440 }, (_, minute) => minute);
    expect(minutes.map((minute) => minuteOf(timeOf(minute)))).toEqual(minutes);
    expect([timeOf(0), timeOf(1_439)]).toEqual(['00:00', '23:59']);
  });
});

describe('householdTime', () => {
  it.each(['', 'Mars/Olympus', '+02:00', undefined, 'Europe/Berlin '])(
    'refuses %j, which is no zone, while the program starts',
    (zone) => {
      expect(() => householdTime(zone as string)).toThrow('`timeZone` is not a time zone');
    },
  );

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

  it('finds the next change among many windows, the first that opens or closes', () => {
    const time = householdTime('UTC');
    const windows = [
      { from: '05:00', to: '06:00' },
      { from: '22:00', to: '03:30' },
      { from: '05:00', to: '06:00' },
    ];
    const changes = [Date.UTC(2026, 0, 1)];
    for (let step = 0; step < 5; step += 1)
      changes.push(time.nextChange(windows, changes.at(-1) ?? 0) ?? 0);
    expect(changes.map((instant) => timeOf(time.minuteAt(instant)))).toEqual([
      '00:00',
      '03:30',
      '05:00',
      '06:00',
      '22:00',
      '03:30',
    ]);
  });

  it('finds the one minute of a day in which a window is closed', () => {
    const time = householdTime('UTC');
    expect(time.nextChange([{ from: '23:59', to: '23:58' }], Date.UTC(2026, 0, 1))).toBe(
      Date.UTC(2026, 0, 1, 23, 58),
    );
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
