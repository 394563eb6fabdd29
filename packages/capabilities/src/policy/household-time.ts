import { ContractError } from '../contract/contract-error.js';
import type { Hours } from './rule.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** Every window opens within a day; a change of the clocks may take an hour or two more. */
const FAR_MINUTES = 2 * DAY_MINUTES;

/** A clock on a wall. */
export interface WallClock {
  /** The minute of the day, from 0, at an instant in milliseconds since 1970. */
  minuteAt(instant: number): number;
}

/** The clock on the household's wall. */
export interface HouseholdTime extends WallClock {
  readonly timeZone: string;
  /** The first instant after this one at which one of the windows opens or closes. */
  nextChange(windows: readonly Hours[], after: number): number | undefined;
}

/**
 * Reads the household's wall clock, in a zone of the IANA data base.
 *
 * Where the clocks are set back, both passes of the hour read the same; where they are set forward,
 * the hour that is skipped is never read.
 *
 * @throws ContractError — when there is no such time zone.
 */
export function householdTime(timeZone: string): HouseholdTime {
  const format = formatIn(timeZone);
  const read = (utcMinute: number): number => minuteOf(format.format(utcMinute * MINUTE_MS));
  let known = NaN;
  let minute = 0;

  return Object.freeze<HouseholdTime>({
    timeZone,
    minuteAt(instant) {
      const now = Math.floor(instant / MINUTE_MS);
      // Asking the time zone costs more than all the rest of a ruling: it is asked once a minute.
      if (now !== known) {
        minute = read(now);
        known = now;
      }
      return minute;
    },
    nextChange(hours, after) {
      const changes = changesOf(hours);
      if (changes.minutes.size === 0) return undefined;
      const first = Math.floor(after / MINUTE_MS);
      let before = read(first);
      for (let utc = first + 1; utc <= first + FAR_MINUTES; utc += 1) {
        const now = read(utc);
        const ticked = now === (before + 1) % DAY_MINUTES;
        // Between two of these minutes nothing changes, unless the clocks are set meanwhile.
        if ((!ticked || changes.minutes.has(now)) && changes.between(before, now))
          return utc * MINUTE_MS;
        before = now;
      }
      return undefined;
    },
  });
}

interface Changes {
  /** The minutes of the day at which a window opens or closes. */
  readonly minutes: ReadonlySet<number>;
  /** Tells whether a window is open at one minute and not at another. */
  between(one: number, other: number): boolean;
}

function changesOf(hours: readonly Hours[]): Changes {
  const windows = [
    ...new Map(hours.map((one) => [`${one.from} ${one.to}`, windowOf(one)])).values(),
  ];
  return {
    minutes: new Set(windows.flatMap(({ first, end }) => [first, end])),
    between: (one, other) => windows.some((window) => window.has(one) !== window.has(other)),
  };
}

/** A stretch of the day, over midnight where it ends before it begins. */
export interface Window {
  /** The first minute of the day that belongs to it. */
  readonly first: number;
  /** The first minute that does not. */
  readonly end: number;
  has(minute: number): boolean;
}

/** Reads hours as minutes of the day. */
export function windowOf({ from, to }: Hours): Window {
  const [first, end] = [minuteOf(from), minuteOf(to)];
  return Object.freeze<Window>({
    first,
    end,
    has:
      first < end
        ? (minute) => minute >= first && minute < end
        : (minute) => minute >= first || minute < end,
  });
}

/** Reads HH:MM as a minute of the day, from 0. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** Writes a minute of the day as HH:MM. */
export function timeOf(minute: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  try {
    // Without one, the machine's own would be taken in silence; an offset knows no summer.
    if (typeof timeZone !== 'string' || !/^[A-Za-z]/.test(timeZone))
      throw new RangeError('not a name');
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  } catch {
    throw new ContractError('policy', '`timeZone` is not a time zone of the IANA data base');
  }
}
