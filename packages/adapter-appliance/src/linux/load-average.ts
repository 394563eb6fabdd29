/** How many processes wanted to run, on average. */
export interface LoadAverage {
  readonly last1Minute: number;
  readonly last5Minutes: number;
  readonly last15Minutes: number;
}

/** Reads /proc/loadavg; null for anything else. Source: proc_loadavg(5). */
export function readLoadAverage(text: string): LoadAverage | null {
  const figures = /^(\d{1,9}\.\d\d) (\d{1,9}\.\d\d) (\d{1,9}\.\d\d) /.exec(text);
  const [last1Minute, last5Minutes, last15Minutes] = (figures ?? []).slice(1).map(Number);
  return last1Minute === undefined || last5Minutes === undefined || last15Minutes === undefined
    ? null
    : { last1Minute, last5Minutes, last15Minutes };
}
