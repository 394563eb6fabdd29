/** Writes milliseconds since 1970 as UTC to the second; null for what is not a time of four-digit years. */
export function isoTime(milliseconds: number): string | null {
  if (!(milliseconds >= 0 && milliseconds < YEAR_10000)) return null;
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

const YEAR_10000 = 253_402_300_800_000;
