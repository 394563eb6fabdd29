let lastMs = Number.NaN;
let lastText = '';

/** An instant as ISO 8601 in UTC with milliseconds. The last one is kept: many events share it. */
export function isoTime(ms: number): string {
  const whole = Math.floor(ms);
  if (whole !== lastMs) {
    lastText = new Date(whole).toISOString();
    lastMs = whole;
  }
  return lastText;
}
