/** Says how many per cent a part is of a whole, to one decimal; null where that is not from 0 to 100. */
export function percentOf(part: number | null, whole: number | null): number | null {
  if (part === null || whole === null || whole <= 0 || part < 0 || part > whole) return null;
  return Math.round((part / whole) * 1_000) / 10;
}

/** As {@link percentOf}, of what is not available. */
export function usedPercent(available: number | null, total: number | null): number | null {
  return available === null || total === null ? null : percentOf(total - available, total);
}
