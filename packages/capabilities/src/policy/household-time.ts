import { ContractError } from '../contract/contract-error.js';
import type { Hours } from './rule.js';

const MINUTE_MS = 60_000;
/** Every window opens within a day; a change of the clocks may take an hour or two more. */
const FAR_MINUTES = 2 * 1_440;

/** The clock on the household's wall. */
export interface HouseholdTime {
  readonly timeZone: string;
  /** The minute of the day, from 0, at an instant in milliseconds since 1970. */
  minuteAt(instant: number): number;
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
  let known = -1;
  let minute = 0;

  function minuteAt(instant: number): number {
    const now = Math.floor(instant / MINUTE_MS);
    // Asking the time zone costs more than all the rest of a ruling: it is asked once a minute.
    if (now !== known) {
      minute = minuteOf(format.format(now * MINUTE_MS));
      known = now;
    }
    return minute;
  }

  return Object.freeze<HouseholdTime>({
    timeZone,
    minuteAt,
    nextChange(windows, after) {
      if (windows.length === 0) return undefined;
      const open = (instant: number): string => {
        const now = minuteOf(format.format(instant));
        return windows.map((window) => Number(isWithin(window, now))).join('');
      };
      const first = Math.floor(after / MINUTE_MS);
      const before = open(first * MINUTE_MS);
      for (let ahead = 1; ahead <= FAR_MINUTES; ahead += 1) {
        const instant = (first + ahead) * MINUTE_MS;
        if (open(instant) !== before) return instant;
      }
      return undefined;
    },
  });
}

/** Tells whether a minute of the day lies in a window: its first minute does, the one it ends at does not. */
export function isWithin({ from, to }: Hours, minute: number): boolean {
  const [first, end] = [minuteOf(from), minuteOf(to)];
  return first < end ? minute >= first && minute < end : minute >= first || minute < end;
}

/** Reads HH:MM. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  try {
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
