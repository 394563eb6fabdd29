/** Says how many per cent a part is of a whole, to one decimal; null where that would not be from 0 to 100. */
export function percentOf(part: number | null, whole: number | null): number | null {
  if (part === null || whole === null || whole <= 0 || part < 0 || part > whole) return null;
  return Math.round((part / whole) * 1_000) / 10;
}
