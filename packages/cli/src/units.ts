const BYTES = [
  [1_048_576, 'MiB'],
  [1_024, 'KiB'],
] as const;

/** Writes a bound on bytes exactly, in the largest unit that divides it. */
export function bytes(count: number): string {
  const unit = BYTES.find(([size]) => count >= size && count % size === 0);
  return unit === undefined ? `${grouped(count)} B` : `${grouped(count / unit[0])} ${unit[1]}`;
}

const TIMES = [
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** Writes a bound on time exactly, in the largest unit that divides it. */
export function boundMs(ms: number): string {
  const unit = TIMES.find(([size]) => ms >= size && ms % size === 0);
  return unit === undefined ? `${grouped(ms)} ms` : `${grouped(ms / unit[0])} ${unit[1]}`;
}

/** Writes a measured duration with three significant digits. */
export function tookMs(ms: number): string {
  if (ms >= 1_000) return `${Number((ms / 1_000).toPrecision(3))} s`;
  return `${Number(ms.toPrecision(3))} ms`;
}

/** Writes a whole number with commas, in every language the same. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Writes a number with its noun, such as `1 event` and `2 events`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Writes a part of a whole, 0 to 1, as percent. */
export function percent(part: number): string {
  return `${Number((part * 100).toFixed(1))} %`;
}
